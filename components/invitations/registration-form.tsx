"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import type { z } from "zod";
import { PhoneField } from "@/components/accounts/phone-field";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { requestRegistration } from "@/lib/features/invitations/queries";
import { registrationFormSchema } from "@/lib/features/invitations/schema";
import { ApiError } from "@/lib/http/api-error";

type Typed = z.input<typeof registrationFormSchema>;
type Checked = z.output<typeof registrationFormSchema>;

export interface RegistrationFormProps {
  code: string;
  username: string;
  onRegistered: (password: string) => void;
}

/** Specification 2.7 and 5, Registration: a password twice, and a phone number for who likes to give one. */
export function RegistrationForm({ code, username, onRegistered }: RegistrationFormProps) {
  const { register, control, handleSubmit, setError, formState } = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(registrationFormSchema),
    defaultValues: { password: "", confirmPassword: "", phoneNumber: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password, phoneNumber }) => {
    try {
      await requestRegistration(code, { password, phoneNumber });
      onRegistered(password);
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      const message = known?.userMessage || "Failed to complete registration";
      if (known?.field === "password" || known?.field === "phoneNumber") {
        setError(known.field, { message }, { shouldFocus: true });
      }
      toast({ title: "Registration failed", description: message, variant: "danger" });
    }
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {/* So that a password manager keeps the password under its name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <FormField label="Password" error={errors.password?.message} hint="At least 6 characters.">
        {(field) => <PasswordInput {...field} {...register("password")} autoComplete="new-password" />}
      </FormField>
      <FormField label="Confirm password" error={errors.confirmPassword?.message}>
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
            error={errors.phoneNumber?.message}
          />
        )}
      />
      <Button type="submit" size="large" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? "Completing your registration..." : "Complete Registration"}
      </Button>
    </form>
  );
}
