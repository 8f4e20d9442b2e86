import { useEffect, useState } from "react";
import { toastFailure } from "@/components/forms/toast-failure";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";

/** Goes to a page of the card payment provider. `busy` names the pressed button while that is in progress. */
export function useProviderPage() {
  const [busy, setBusy] = useState<string | null>(null);

  // On return, a browser may show this page as it was left.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setBusy(null);
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);

  async function goTo(name: string, request: () => Promise<{ url: string }>): Promise<void> {
    if (busy) return;
    setBusy(name);
    try {
      loadPage((await request()).url);
    } catch (error) {
      setBusy(null);
      toastFailure("That didn't work", error, "Nothing was charged. Please try again.");
    }
  }

  return { busy, goTo };
}
