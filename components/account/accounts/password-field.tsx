import type { UseFormRegisterReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/components/ui/password-input";

export interface PasswordFieldProps {
  label: string;
  registered: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
  /** Tells password managers whether to fill in or suggest a password. */
  isNew?: boolean;
}

export function PasswordField({ label, registered, error, hint, isNew = false }: PasswordFieldProps) {
  return (
    <FormField label={label} error={error} hint={hint}>
      {(control) => (
        <PasswordInput
          {...control}
          {...registered}
          autoComplete={isNew ? "new-password" : "current-password"}
        />
      )}
    </FormField>
  );
}
