"use client";

import { AccountFields } from "@/components/account/accounts/account-fields";
import { useAccountForm } from "@/components/account/accounts/use-account-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { requestOrganizationSignup } from "@/lib/account/accounts/client/queries";
import { organizationSignupSchema } from "@/lib/account/accounts/schema";

/** Creates a family and its owner. */
export function OrganizationSignupForm({ onSignedIn }: { onSignedIn?: (destination: string) => void }) {
  const { form, submit, message, isBusy, errorOf } = useAccountForm({
    schema: organizationSignupSchema,
    defaultValues: { familyName: "", username: "", email: "", password: "" },
    send: requestOrganizationSignup,
    ...(onSignedIn ? { onSignedIn } : {}),
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <FormField
        label="Family name"
        error={errorOf("familyName")}
        hint="The name of your album, for example The Okafors."
      >
        {(control) => <Input {...control} {...form.register("familyName")} autoComplete="off" />}
      </FormField>
      <AccountFields register={form.register} errorOf={errorOf} />
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Creating your family..."
        className="w-full"
      >
        Create your family
      </Button>
    </form>
  );
}
