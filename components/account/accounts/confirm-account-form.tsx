"use client";

import Link from "next/link";
import { AccountCard } from "@/components/account/accounts/account-card";
import { NewPasswordForm } from "@/components/account/accounts/new-password-form";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { saveToastForNextPage } from "@/components/ui/toast";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { requestAccountConfirmation } from "@/lib/account/accounts/client/password-queries";
import { newPasswordFormSchema } from "@/lib/account/accounts/schema";
import { loginAddress } from "@/lib/account/accounts/sign-in-destination";

export interface ConfirmAccountFormProps {
  token: string;
  username: string;
  email: string;
  /** This browser is signed in to the account, so the person who created it also reads its mail. */
  isOwnSession: boolean;
  onDone?: (path: string) => void;
}

const leave = (path: string) => loadPage(path, { isReplacing: true });
const failed = "The address could not be confirmed. Please try again.";

/**
 * The page behind the link in a new account's first mail. Opening it does nothing, because programs that scan mail open
 * it too.
 */
export function ConfirmAccountForm({ onDone = leave, ...props }: ConfirmAccountFormProps) {
  return props.isOwnSession ? (
    <OneClick {...props} onDone={onDone} />
  ) : (
    <WithNewPassword {...props} onDone={onDone} />
  );
}

type StepProps = Required<ConfirmAccountFormProps>;

function OneClick({ token, username, email, onDone }: StepProps) {
  const { run, isBusy, error } = useAction(
    async () => {
      await requestAccountConfirmation({ token });
      saveToastForNextPage({ title: "Address confirmed", description: "You can use everything now." });
      onDone("/");
      return leavingPage;
    },
    { fallback: failed },
  );

  return (
    <AccountCard
      title="Confirm your email address"
      lead={
        <span className="wrap-anywhere">
          <strong className="text-ink">{email}</strong> belongs to your account{" "}
          <strong className="text-ink">{username}</strong>. Your other devices will be signed out, and any
          passkeys and other ways to sign in will be removed. You can add them again.
        </span>
      }
    >
      <div className="grid gap-5">
        <FormAlert message={error} />
        <Button
          size="large"
          isBusy={isBusy}
          busyLabel="Confirming..."
          className="w-full"
          onClick={() => void run()}
        >
          Confirm my address
        </Button>
      </div>
    </AccountCard>
  );
}

function WithNewPassword({ token, username, email, onDone }: StepProps) {
  const { form, ...course } = useServerForm({
    schema: newPasswordFormSchema,
    defaultValues: { newPassword: "", confirmPassword: "" },
    send: async ({ newPassword }) => {
      await requestAccountConfirmation({ token, newPassword });
      saveToastForNextPage({ title: "Address confirmed", description: "Sign in with your new password." });
      onDone("/login");
    },
    failed,
  });
  return (
    <AccountCard
      title="Is this account yours?"
      lead={
        <span className="wrap-anywhere">
          Someone created the account <strong className="text-ink">{username}</strong> with your address{" "}
          <strong className="text-ink">{email}</strong>.
        </span>
      }
    >
      <div className="grid gap-6">
        <p>
          Was it you, and do you know the password?{" "}
          <Link href={loginAddress(`/confirm-account?token=${token}`)} className="text-link">
            Sign in
          </Link>{" "}
          and confirm with one click.
        </p>
        <div className="grid gap-4">
          <p>
            Otherwise, choose a new password. It confirms your address and makes the account yours alone:
            anyone who is signed in now is signed out.
          </p>
          <NewPasswordForm
            {...course}
            register={form.register}
            username={username}
            label="Confirm with a new password"
            busyLabel="Confirming..."
          />
        </div>
        <p className="text-ink-soft">Not your account? Just close this page.</p>
      </div>
    </AccountCard>
  );
}
