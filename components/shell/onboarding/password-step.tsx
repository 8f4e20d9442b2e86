import { CircleCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { setFirstPassword } from "@/lib/account/profile/client/queries";
import { ApiError } from "@/lib/http/api-error";

/** Specification 9.1. */
const minPasswordLength = 6;

export interface PasswordStepProps {
  /** The person already has a password. */
  isSet: boolean;
  username: string;
  onSet: () => void;
  onContinue: () => void;
}

/** Step 3 of specification 4.2: nobody continues without a password. */
export function PasswordStep({ isSet, username, onSet, onContinue }: PasswordStepProps) {
  const [isJustSet, setIsJustSet] = useState(false);
  if (isJustSet) return <PasswordIsSet />;
  if (isSet) {
    return (
      <>
        <PasswordIsSet />
        <Button size="large" className="w-full" onClick={onContinue}>
          Continue
        </Button>
      </>
    );
  }
  return (
    <PasswordForm
      username={username}
      onSet={() => {
        setIsJustSet(true);
        onSet();
      }}
    />
  );
}

function PasswordIsSet() {
  return (
    <p role="status" className="my-6 flex items-center gap-3 rounded-2xl bg-sunk p-4 font-semibold">
      <CircleCheck aria-hidden="true" className="size-6 flex-none text-leaf" />
      Your password is set.
    </p>
  );
}

/** Specification 5, Onboarding password step, and 8.3. */
function PasswordForm({ username, onSet }: { username: string; onSet: () => void }) {
  const { refreshUser } = useAuth();
  const [newPassword, setNewPassword] = useState("");
  const [confirmPassword, setConfirmPassword] = useState("");
  const { run, isBusy, error, errorOf, setError } = useAction(
    async () => {
      await setPassword();
      onSet();
      await refreshUser();
    },
    {
      fields: ["newPassword", "confirmPassword"],
      onFailure: () =>
        toast({
          title: "Error updating password",
          description: "There was an error updating your password. Please try again.",
          variant: "danger",
        }),
    },
  );

  async function setPassword() {
    try {
      await setFirstPassword(newPassword, confirmPassword);
      toast({ title: "Password updated" });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw new Error("Network error. Please try again.");
      // Set in another tab, or by a request whose answer was lost: that is just as good.
      if (cause.status === 409) return;
      throw new Error(cause.body ? cause.userMessage : "Failed to set password");
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fail = (field: string, message: string) => {
      setError(message, field);
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    };
    if (newPassword.length < minPasswordLength) fail("newPassword", "Password must be at least 6 characters");
    else if (newPassword !== confirmPassword) fail("confirmPassword", "Passwords do not match");
    else void run();
  }

  return (
    <>
      <p className="mt-2 mb-6 text-ink-soft">
        A few words that only you would put together are better than one clever word.
      </p>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <FormAlert message={error} />
        {/* Password managers save the name next to the password. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <FormField label="New password" error={errorOf("newPassword")} hint="At least 6 characters.">
          {(control) => (
            <PasswordInput
              {...control}
              name="newPassword"
              autoComplete="new-password"
              value={newPassword}
              onChange={(event) => setNewPassword(event.target.value)}
            />
          )}
        </FormField>
        <FormField label="Confirm password" error={errorOf("confirmPassword")}>
          {(control) => (
            <PasswordInput
              {...control}
              name="confirmPassword"
              autoComplete="new-password"
              value={confirmPassword}
              onChange={(event) => setConfirmPassword(event.target.value)}
            />
          )}
        </FormField>
        <Button
          type="submit"
          size="large"
          isBusy={isBusy}
          busyLabel="Setting your password..."
          className="w-full"
        >
          Set Password
        </Button>
      </form>
    </>
  );
}
