"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { mailTemplatesOptions, testTemplate } from "@/lib/features/mail-templates/queries";
import { errorMessage } from "@/lib/http/api-error";

/** Sends one of the mails, with made-up values, to whoever asks: whether mail arrives is seen there. */
export function TestMailButton() {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);

  async function send() {
    setIsBusy(true);
    try {
      const template = (await queryClient.fetchQuery(mailTemplatesOptions()))?.[0];
      if (!template) throw new Error("There is no email to send");
      const { recipient, isMailConfigured } = await testTemplate(template.name, template.words);
      toast({
        title: isMailConfigured ? "Test email on its way" : "No mail server is set up",
        description: isMailConfigured
          ? `It goes to ${recipient}.`
          : "The test is waiting in the outbox on System Health.",
      });
    } catch (error) {
      const description = errorMessage(error, "Please try again.");
      toast({ title: "Test failed", description, variant: "danger" });
    }
    setIsBusy(false);
  }

  return (
    <Button variant="ghost" isBusy={isBusy} onClick={() => void send()}>
      Send me a test email
    </Button>
  );
}
