"use client";

import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { PlainToasts } from "@/components/ui/plain-toasts";
import { type ToastEntry, takeSavedToast, toast, toastStore } from "@/components/ui/toast";

const none: readonly ToastEntry[] = [];
// Fetched with the first toast: 14 KB that most visits never need. Failures are shown even if that fails.
const ToastList = lazy(() =>
  import("@/components/ui/toast-list").then(
    (module) => ({ default: module.ToastList }),
    () => ({ default: PlainToasts }),
  ),
);

/** The toasts' container; once, in the root layout. */
export function Toaster() {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.entries, () => none);
  useEffect(() => {
    const kept = takeSavedToast();
    if (kept) toast(kept);
  }, []);
  if (entries.length === 0) return null;
  return (
    <Suspense>
      <ToastList entries={entries} />
    </Suspense>
  );
}
