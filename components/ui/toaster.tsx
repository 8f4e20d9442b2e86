"use client";

import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { PlainToasts } from "@/components/ui/plain-toasts";
import { type ToastEntry, takeKeptToast, toast, toastStore } from "@/components/ui/toast";

const none: readonly ToastEntry[] = [];
type Toasts = ComponentType<{ entries: readonly ToastEntry[] }>;

/** Where toasts appear; once, in the root layout. */
export function Toaster() {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.entries, () => none);
  const [List, setList] = useState<Toasts | null>(null);
  const newest = entries.at(-1)?.id;
  useEffect(() => {
    const kept = takeKeptToast();
    if (kept) toast(kept);
  }, []);
  useEffect(() => {
    if (newest === undefined) return;
    // Fetched with the first toast: 14 KB that most visits never need.
    import("@/components/ui/toast-list").then(
      ({ ToastList }) => setList(() => ToastList),
      () => setList((list: Toasts | null) => list ?? PlainToasts),
    );
  }, [newest]);
  return List && entries.length > 0 ? <List entries={entries} /> : null;
}
