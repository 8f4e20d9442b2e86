import type { UseFormRegisterReturn } from "react-hook-form";
import { PasswordField } from "@/components/account/accounts/password-field";

type Name = "currentPassword" | "newPassword" | "confirmPassword";

export interface ChangePasswordFieldsProps {
  register: (name: Name) => UseFormRegisterReturn;
  errorOf: (name: Name) => string | undefined;
}

/** The current password, and the new one twice. */
export function ChangePasswordFields({ register, errorOf }: ChangePasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="Current password"
        registered={register("currentPassword")}
        error={errorOf("currentPassword")}
      />
      <NewPasswordFields register={register} errorOf={errorOf} />
    </>
  );
}

export interface NewPasswordFieldsProps {
  register: (name: "newPassword" | "confirmPassword") => UseFormRegisterReturn;
  errorOf: (name: "newPassword" | "confirmPassword") => string | undefined;
}

/** The new password twice. */
export function NewPasswordFields({ register, errorOf }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="New password"
        registered={register("newPassword")}
        error={errorOf("newPassword")}
        hint="At least 6 characters. A few words that only you would put together are best."
        isNew
      />
      <PasswordField
        label="Confirm new password"
        registered={register("confirmPassword")}
        error={errorOf("confirmPassword")}
        isNew
      />
    </>
  );
}
