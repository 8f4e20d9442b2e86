"use client";

import { useState } from "react";
import { SentNote } from "@/components/account/accounts/sent-note";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { requestChildReset } from "@/lib/account/accounts/client/password-queries";
import { childPasswordResetSchema } from "@/lib/account/accounts/schema";

/** A child asks the adults in the family for a new password. */
export function ChildResetForm({ isMailConfigured }: { isMailConfigured: boolean }) {
  const [sent, setSent] = useState<string | null>(null);
  const { form, submit, message, isBusy, errorOf } = useServerForm({
    schema: childPasswordResetSchema,
    defaultValues: { username: "" },
    send: async ({ username }) => setSent((await requestChildReset(username)).message),
    failed: "Your request could not be sent. Please try again.",
  });
  if (sent) {
    return (
      <div className="grid gap-4">
        <SentNote message={sent}>
          <p>They can give you a temporary password. Once you're signed in, you choose your own.</p>
        </SentNote>
        {!isMailConfigured && (
          <p className="rounded-2xl bg-sunk px-4 py-3 text-ink">Please let them know you asked.</p>
        )}
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <FormField label="Username" error={errorOf("username")} hint="The name you sign in with.">
        {(control) => (
          <Input
            {...control}
            {...form.register("username")}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <Button type="submit" size="large" isBusy={isBusy} busyLabel="Asking..." className="w-full">
        Ask for a new password
      </Button>
    </form>
  );
}
