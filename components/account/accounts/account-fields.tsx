import type { UseFormRegisterReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";

export interface AccountFieldsProps {
  register: (name: "username" | "email" | "password") => UseFormRegisterReturn;
  errorOf: (name: "username" | "email" | "password") => string | undefined;
}

/** Username, e-mail and password, as both signup forms ask for them. */
export function AccountFields({ register, errorOf }: AccountFieldsProps) {
  return (
    <>
      <FormField
        label="Username"
        error={errorOf("username")}
        hint="Letters, digits, dots, dashes and underscores. Your family sees this name."
      >
        {(control) => (
          <Input
            {...control}
            {...register("username")}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField label="Email" error={errorOf("email")}>
        {(control) => <Input {...control} {...register("email")} type="email" autoComplete="email" />}
      </FormField>
      <FormField label="Password" error={errorOf("password")} hint="At least 6 characters.">
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </FormField>
    </>
  );
}
