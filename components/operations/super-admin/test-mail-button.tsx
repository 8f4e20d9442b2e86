"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { mailTemplatesOptions, testTemplate } from "@/lib/core/mail-templates/client/queries";

/** Sends one of the mails, with made-up values, to the person who asks, to check that mail arrives. */
export function TestMailButton() {
  const queryClient = useQueryClient();
  const { run, isBusy } = useAction(
    async () => {
      const template = (await queryClient.fetchQuery(mailTemplatesOptions()))?.[0];
      if (!template) throw new Error("Email isn't set up");
      const { recipient, isMailConfigured } = await testTemplate(template.name, template.words);
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
