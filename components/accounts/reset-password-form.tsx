"use client";

import { NewPasswordForm } from "@/components/accounts/new-password-form";
import { useServerForm } from "@/components/accounts/use-server-form";
import { keepToastForNextPage } from "@/components/ui/toast";
import { loadPage } from "@/lib/features/accounts/full-navigation";
import { requestPasswordReset } from "@/lib/features/accounts/password-queries";
import { newPasswordFormSchema } from "@/lib/features/accounts/schema";

const leave = () => loadPage("/login", { isReplacing: true });

/** The page of a reset link. `onDone` by default loads the sign-in page in this one's place. */
export function ResetPasswordForm({
  token,
  username,
  onDone = leave,
}: {
  token: string;
  username: string;
  onDone?: () => void;
}) {
  const { form, ...course } = useServerForm({
    schema: newPasswordFormSchema,
    defaultValues: { newPassword: "", confirmPassword: "" },
    send: async ({ newPassword }) => {
      await requestPasswordReset({ token, newPassword });
      keepToastForNextPage({ title: "Password updated", description: "You can sign in with it now." });
      onDone();
    },
    failed: "Failed to change password. Please try again.",
    unreachable: "An error occurred while changing your password. Please try again.",
  });
  return (
    <NewPasswordForm
      {...course}
      register={form.register}
      username={username}
      label="Change Password"
      busyLabel="Changing your password..."
    />
  );
}
