import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast";
import { loadPage } from "@/lib/features/accounts/full-navigation";
import { errorMessage } from "@/lib/http/api-error";

/** Leaves for a page of the card payment provider's. `busy` names what was pressed while it is on its way. */
export function useProviderPage() {
  const [busy, setBusy] = useState<string | null>(null);

  // Back from there, a browser may show this page as it was left.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setBusy(null);
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, []);

  async function goTo(name: string, request: () => Promise<{ url: string }>): Promise<void> {
    if (busy) return;
    setBusy(name);
    try {
      loadPage((await request()).url);
    } catch (error) {
      setBusy(null);
      toast({
        title: "That didn't work",
        description: errorMessage(error, "Nothing was charged. Please try again."),
        variant: "danger",
      });
    }
  }

  return { busy, goTo };
}
