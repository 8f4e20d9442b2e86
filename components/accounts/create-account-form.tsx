"use client";

import { AccountFields } from "@/components/accounts/account-fields";
import { FormAlert } from "@/components/accounts/form-alert";
import { useAccountForm } from "@/components/accounts/use-account-form";
import { Button } from "@/components/ui/button";
import { requestCreateAccount } from "@/lib/features/accounts/queries";
import { createAccountSchema } from "@/lib/features/accounts/schema";

/** Makes a person without a family yet; home then offers to create or join one. */
export function CreateAccountForm({ onSignedIn }: { onSignedIn?: (destination: string) => void }) {
  const { form, submit, message, isBusy, errorOf } = useAccountForm({
    schema: createAccountSchema,
    defaultValues: { username: "", email: "", password: "" },
    send: requestCreateAccount,
    ...(onSignedIn ? { onSignedIn } : {}),
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <AccountFields register={form.register} errorOf={errorOf} />
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Creating your account..."
        className="w-full"
      >
        Create Account
      </Button>
    </form>
  );
}
