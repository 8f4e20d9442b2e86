"use client";

import { useState } from "react";
import { SentNote } from "@/components/account/accounts/sent-note";
import { WaitingNote } from "@/components/account/accounts/waiting-note";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { requestResetLink } from "@/lib/account/accounts/client/password-queries";
import { forgotPasswordSchema } from "@/lib/account/accounts/schema";

/** Asks for a reset link by mail. */
export function ForgotPasswordForm({ isMailConfigured }: { isMailConfigured: boolean }) {
  const [sent, setSent] = useState<string | null>(null);
  const { form, submit, message, isBusy, errorOf } = useServerForm({
    schema: forgotPasswordSchema,
    defaultValues: { email: "" },
    send: async ({ email }) => setSent((await requestResetLink(email)).message),
    failed: "Your request could not be sent. Please try again.",
  });
  if (sent) {
    return (
      <div className="grid gap-4">
        <SentNote message={sent}>
          {isMailConfigured && (
            <p>It works once, for 30 minutes. Nothing there? Check your spam folder too.</p>
          )}
        </SentNote>
        {!isMailConfigured && <WaitingNote />}
        <Button variant="secondary" onClick={() => setSent(null)}>
          Send it again
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {!isMailConfigured && <WaitingNote />}
      <FormAlert message={message} />
      <FormField label="Email" error={errorOf("email")}>
        {(control) => <Input {...control} {...form.register("email")} type="email" autoComplete="email" />}
      </FormField>
      <Button type="submit" size="large" isBusy={isBusy} busyLabel="Sending..." className="w-full">
        Send me a link
      </Button>
    </form>
  );
}
