"use client";

import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** Sends the link that confirms an address again. */
export function ResendConfirmation({ email }: { email: string }) {
  const resend = useAction(
    async () => {
      // Few accounts ever need it.
      const { requestConfirmationAgain } = await import("@/lib/account/accounts/client/password-queries");
      const { isSent } = await requestConfirmationAgain();
      if (isSent) toast({ title: "Link sent", description: `Check the inbox of ${email}.` });
      else toast({ title: "Your address is already confirmed" });
    },
    { failureTitle: "The link was not sent" },
  );
  return (
    <Button variant="secondary" size="small" isBusy={resend.isBusy} onClick={() => void resend.run()}>
      Send the link again
    </Button>
  );
}
