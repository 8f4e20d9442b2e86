"use client";

import { Controller } from "react-hook-form";
import { PhoneField } from "@/components/account/accounts/phone-field";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { registerFromInvitation } from "@/lib/family/invitations/client/queries";
import { registrationFormSchema } from "@/lib/family/invitations/schema";

const failed = "Failed to complete registration";

export interface RegistrationFormProps {
  code: string;
  username: string;
  onRegistered: (password: string) => void;
}

/** Specification 2.7 and 5, Registration: a password twice, and an optional phone number. */
export function RegistrationForm({ code, username, onRegistered }: RegistrationFormProps) {
  const { form, submit, isBusy, errorOf } = useServerForm({
    schema: registrationFormSchema,
    defaultValues: { password: "", confirmPassword: "", phoneNumber: "" },
    send: async ({ password, phoneNumber }) => {
      await registerFromInvitation(code, { password, phoneNumber });
      onRegistered(password);
    },
    failed,
    unreachable: failed,
    onFailure: (description) => toast({ title: "Registration failed", description, variant: "danger" }),
  });
  const { register, control } = form;

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {/* So that a password manager saves the password under its name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <FormField label="Password" error={errorOf("password")} hint="At least 6 characters.">
        {(field) => <PasswordInput {...field} {...register("password")} autoComplete="new-password" />}
      </FormField>
      <FormField label="Confirm password" error={errorOf("confirmPassword")}>
        {(field) => <PasswordInput {...field} {...register("confirmPassword")} autoComplete="new-password" />}
      </FormField>
      <Controller
        control={control}
        name="phoneNumber"
        render={({ field }) => (
          <PhoneField
            label="Phone number (optional)"
            hint="For print delivery. You can add it later."
            value={field.value ?? ""}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={errorOf("phoneNumber")}
          />
        )}
      />
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Completing your registration..."
        className="w-full"
      >
        Complete Registration
      </Button>
    </form>
  );
}
