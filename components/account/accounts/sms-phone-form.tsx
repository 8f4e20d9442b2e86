"use client";

import { useController } from "react-hook-form";
import { PhoneField } from "@/components/account/accounts/phone-field";
import { WaitingNote } from "@/components/account/accounts/waiting-note";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { requestSmsCode } from "@/lib/account/accounts/client/password-queries";
import { smsResetSchema } from "@/lib/account/accounts/schema";

export interface SmsPhoneFormProps {
  phoneNumber: string;
  isSmsConfigured: boolean;
  onSent: (phoneNumber: string, message: string) => void;
}

/** The first step: the number to send the code to. */
export function SmsPhoneForm({ phoneNumber, isSmsConfigured, onSent }: SmsPhoneFormProps) {
  const { form, submit, message, isBusy, errorOf } = useServerForm({
    schema: smsResetSchema,
    defaultValues: { phoneNumber },
    send: async (input) => onSent(input.phoneNumber, (await requestSmsCode(input.phoneNumber)).message),
    failed: "Your request could not be sent. Please try again.",
  });
  const { field } = useController({ control: form.control, name: "phoneNumber" });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {!isSmsConfigured && <WaitingNote />}
      <FormAlert message={message} />
      <PhoneField
        label="Phone number"
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={errorOf("phoneNumber")}
        hint="The number in your profile."
      />
      <Button type="submit" size="large" isBusy={isBusy} busyLabel="Sending..." className="w-full">
        Send me a code
      </Button>
    </form>
  );
}
