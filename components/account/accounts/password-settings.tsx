"use client";

import Link from "next/link";
import { ChangePasswordFields } from "@/components/account/accounts/change-password-fields";
import { NewPasswordForm } from "@/components/account/accounts/new-password-form";
import { useChangePassword } from "@/components/account/accounts/use-change-password";
import { UsernameForManagers } from "@/components/account/accounts/username-for-managers";
import { useServerForm } from "@/components/forms/use-server-form";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { toast } from "@/components/ui/toast";
import { requestFirstPassword } from "@/lib/account/accounts/client/password-queries";
import { setPasswordSchema, type UserDto } from "@/lib/account/accounts/schema";

/** /password-security: changes the password, or sets the first one. */
export function PasswordSettings({ user: initialUser }: { user: UserDto }) {
  const { user } = useAuth();
  const { hasPassword, username } = user ?? initialUser;
  return (
    <div className="grid max-w-xl gap-5">
      <Card aria-labelledby="password-form">
        <CardHeader id="password-form" title={hasPassword ? "Change password" : "Set a password"} />
        <p className="mb-5 text-ink-soft">
          {hasPassword
            ? "Every other device that is signed in will be signed out. This one stays."
            : "Your account has no password yet. Set one to sign in without your other account."}
        </p>
        {hasPassword ? <ChangeForm username={username} /> : <FirstForm username={username} />}
      </Card>
      <p className="text-ink-soft">
        You'll find devices, passkeys and the authenticator app under{" "}
        <Link href="/security" className="text-link inline-flex min-h-11 items-center">
          Security
        </Link>
        .
      </p>
    </div>
  );
}

function useUpdated(): () => Promise<void> {
  const { refreshUser } = useAuth();
  return async () => {
    toast({ title: "Password updated" });
    await refreshUser();
  };
}

function ChangeForm({ username }: { username: string }) {
  const updated = useUpdated();
  const { form, submit, message, isBusy, errorOf } = useChangePassword(async () => {
    form.reset();
    await updated();
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <UsernameForManagers username={username} />
      <ChangePasswordFields register={form.register} errorOf={errorOf} />
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Changing your password..."
        className="w-full"
      >
        Change Password
      </Button>
      <Link
        href="/forgot-password"
        className="text-link inline-flex min-h-11 items-center justify-self-start"
      >
        Forgot your password?
      </Link>
    </form>
  );
}

function FirstForm({ username }: { username: string }) {
  const updated = useUpdated();
  const { form, ...course } = useServerForm({
    schema: setPasswordSchema,
    defaultValues: { newPassword: "", confirmPassword: "" },
    send: async (input) => {
      await requestFirstPassword(input);
      await updated();
    },
    failed: "Failed to set password",
    unreachable: "Network error. Please try again.",
  });
  return (
    <NewPasswordForm
      {...course}
      register={form.register}
      username={username}
      label="Set Password"
      busyLabel="Setting your password..."
    />
  );
}
