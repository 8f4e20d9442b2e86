import type { FormEventHandler, ReactNode } from "react";
import {
  NewPasswordFields,
  type NewPasswordFieldsProps,
} from "@/components/account/accounts/change-password-fields";
import { UsernameForManagers } from "@/components/account/accounts/username-for-managers";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";

export interface NewPasswordFormProps extends NewPasswordFieldsProps {
  username: string;
  submit: FormEventHandler<HTMLFormElement>;
  message: string | null;
  isBusy: boolean;
  label: string;
  busyLabel: string;
  /** Further choices, above the button. */
  children?: ReactNode;
}

/** A form for a new password, typed twice, that doesn't ask for the current one. */
export function NewPasswordForm({
  username,
  register,
  errorOf,
  submit,
  message,
  isBusy,
  label,
  busyLabel,
  children,
}: NewPasswordFormProps) {
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <UsernameForManagers username={username} />
      <NewPasswordFields register={register} errorOf={errorOf} />
      {children}
      <Button type="submit" size="large" isBusy={isBusy} busyLabel={busyLabel} className="w-full">
        {label}
      </Button>
    </form>
  );
}
