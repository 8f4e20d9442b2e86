import { CircleCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FormAlert } from "@/components/accounts/form-alert";
import { useAuth } from "@/components/accounts/session-auth-provider";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { setFirstPassword } from "@/lib/features/profile/queries";
import { ApiError } from "@/lib/http/api-error";

/** Specification 9.1. */
const minPasswordLength = 6;

export interface PasswordStepProps {
  /** There is a password of the person's own already. */
  isSet: boolean;
  username: string;
  onSet: () => void;
  onContinue: () => void;
}

/** Step 3 of specification 4.2: nobody goes on without a password. */
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
  const [errors, setErrors] = useState<{ newPassword?: string; confirmPassword?: string }>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  function fail(words: string) {
    setMessage(words);
    setIsBusy(false);
    toast({
      title: "Error updating password",
      description: "There was an error updating your password. Please try again.",
      variant: "danger",
    });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setMessage(null);
    const wrong =
      newPassword.length < minPasswordLength
        ? { newPassword: "Password must be at least 6 characters" }
        : newPassword !== confirmPassword
          ? { confirmPassword: "Passwords do not match" }
          : {};
    setErrors(wrong);
    const field = Object.keys(wrong)[0];
    if (field) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
      return;
    }
    setIsBusy(true);
    try {
      await setFirstPassword(newPassword, confirmPassword);
      toast({ title: "Password updated" });
    } catch (error) {
      if (!(error instanceof ApiError)) return fail("Network error. Please try again.");
      // Set in another tab, or by a request whose answer got lost: what is asked for is there.
      if (error.status !== 409) return fail(error.body ? error.userMessage : "Failed to set password");
    }
    onSet();
    await refreshUser();
  }

  return (
    <>
      <p className="mt-2 mb-6 text-ink-soft">
        A few words that only you would put together are better than one clever word.
      </p>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <FormAlert message={message} />
        {/* Password managers keep the name beside the password. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <FormField label="New password" error={errors.newPassword} hint="At least 6 characters.">
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
        <FormField label="Confirm password" error={errors.confirmPassword}>
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
        <Button type="submit" size="large" isBusy={isBusy} className="w-full">
          {isBusy ? "Setting your password..." : "Set Password"}
        </Button>
      </form>
    </>
  );
}
