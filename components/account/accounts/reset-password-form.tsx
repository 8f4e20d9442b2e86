"use client";

import { useState } from "react";
import {
  KeptMethodsFields,
  keptMethods,
  type MethodName,
} from "@/components/account/accounts/kept-methods-fields";
import { NewPasswordForm } from "@/components/account/accounts/new-password-form";
import { useServerForm } from "@/components/forms/use-server-form";
import { saveToastForNextPage } from "@/components/ui/toast";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { requestPasswordReset } from "@/lib/account/accounts/client/password-queries";
import { newPasswordFormSchema, type SignInMethodsDto } from "@/lib/account/accounts/schema";

const leave = () => loadPage("/login", { isReplacing: true });

/** The page behind a reset link. By default `onDone` replaces it with the sign-in page. */
export function ResetPasswordForm({
  token,
  username,
  methods,
  mustRemoveAll,
  onDone = leave,
}: {
  token: string;
  username: string;
  methods: SignInMethodsDto;
  mustRemoveAll: boolean;
  onDone?: () => void;
}) {
  const [kept, setKept] = useState<ReadonlySet<MethodName>>(new Set());
  const { form, ...course } = useServerForm({
    schema: newPasswordFormSchema,
    defaultValues: { newPassword: "", confirmPassword: "" },
    send: async ({ newPassword }) => {
      await requestPasswordReset({ token, newPassword, keep: keptMethods(kept) });
      saveToastForNextPage({ title: "Password updated", description: "You can sign in with it now." });
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
    >
      <KeptMethodsFields methods={methods} mustRemoveAll={mustRemoveAll} kept={kept} onChange={setKept} />
    </NewPasswordForm>
  );
}
