"use client";

import { AccountFields } from "@/components/account/accounts/account-fields";
import { useAccountForm } from "@/components/account/accounts/use-account-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { requestCreateAccount } from "@/lib/account/accounts/client/queries";
import { createAccountSchema } from "@/lib/account/accounts/schema";

/** Creates a person who has no family yet; home then offers to create or join one. */
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
