"use client";

import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { sendTestMail } from "@/lib/operations/system/client/queries";

/** Sends a mail with made-up values to the person who asks, to check that mail arrives. */
export function TestMailButton() {
  const { run, isBusy } = useAction(
    async () => {
      const { recipient, isMailConfigured } = await sendTestMail();
      toast({
        title: isMailConfigured ? "Test email on its way" : "No mail server is set up",
        description: isMailConfigured
          ? `It goes to ${recipient}.`
          : "The test is waiting in the outbox on System Health.",
      });
    },
    { failureTitle: "Test failed" },
  );

  return (
    <Button variant="ghost" isBusy={isBusy} onClick={() => void run()}>
      Send me a test email
    </Button>
  );
}
