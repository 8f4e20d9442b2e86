"use client";

import { NewPasswordFields } from "@/components/account/accounts/change-password-fields";
import { SentNote } from "@/components/account/accounts/sent-note";
import { WaitingNote } from "@/components/account/accounts/waiting-note";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { saveToastForNextPage } from "@/components/ui/toast";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { requestSmsReset } from "@/lib/account/accounts/client/password-queries";
import { smsCodeFormSchema } from "@/lib/account/accounts/schema";

export interface SmsCodeFormProps {
  phoneNumber: string;
  /** The answer to the request for a code. */
  sent: string;
  isSmsConfigured: boolean;
  onBack: () => void;
  /** By default loads the sign-in page. */
  onDone?: () => void;
}

/** The second step: the code, and the new password twice. */
export function SmsCodeForm({
  phoneNumber,
  sent,
  isSmsConfigured,
  onBack,
  onDone = () => loadPage("/login", { isReplacing: true }),
}: SmsCodeFormProps) {
  const { form, submit, message, isBusy, errorOf } = useServerForm({
    schema: smsCodeFormSchema,
    defaultValues: { code: "", newPassword: "", confirmPassword: "" },
    send: async ({ code, newPassword }) => {
      await requestSmsReset({ phoneNumber, code, newPassword });
      saveToastForNextPage({ title: "Password updated", description: "You can sign in with it now." });
      onDone();
    },
    failed: "Failed to change password. Please try again.",
    unreachable: "An error occurred while changing your password. Please try again.",
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SentNote message={sent}>{isSmsConfigured && <p>It works for 10 minutes.</p>}</SentNote>
      {!isSmsConfigured && <WaitingNote />}
      <FormAlert message={message} />
      <FormField label="Code" error={errorOf("code")} hint="The 6 digits in the message.">
        {(control) => (
          <Input
            {...control}
            {...form.register("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="font-mono text-step-1 tracking-widest"
          />
        )}
      </FormField>
      <NewPasswordFields register={form.register} errorOf={errorOf} />
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Changing your password..."
        className="w-full"
      >
        Change Password
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Send another code
      </Button>
    </form>
  );
}
