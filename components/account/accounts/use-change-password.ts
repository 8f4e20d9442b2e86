import { useServerForm } from "@/components/forms/use-server-form";
import { requestPasswordChange } from "@/lib/account/accounts/client/password-queries";
import { changePasswordFormSchema } from "@/lib/account/accounts/schema";

/** Changing an existing password (specification 5, Forced password change, and 8.3). */
export function useChangePassword(onChanged: () => Promise<void> | void) {
  return useServerForm({
    schema: changePasswordFormSchema,
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
    send: async (input) => {
      await requestPasswordChange(input);
      await onChanged();
    },
    failed: "Failed to change password. Please try again.",
    unreachable: "An error occurred while changing your password. Please try again.",
  });
}
