"use client";

import { ChangePasswordFields } from "@/components/account/accounts/change-password-fields";
import { useChangePassword } from "@/components/account/accounts/use-change-password";
import { UsernameForManagers } from "@/components/account/accounts/username-for-managers";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { saveToastForNextPage } from "@/components/ui/toast";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";

const stay = (event: Event) => event.preventDefault();

/**
 * Specification 4.1: someone who signs in with a temporary password has to choose another. Only that, or signing out,
 * closes the dialog. By default `onChanged` reloads the home page.
 */
export function ForcedPasswordDialog({ onChanged = () => loadPage("/") }: { onChanged?: () => void }) {
  const { user, logout, refreshUser } = useAuth();
  const { form, submit, message, isBusy, errorOf } = useChangePassword(async () => {
    saveToastForNextPage({ title: "Password updated" });
    await refreshUser();
    onChanged();
  });
  return (
    <Dialog open>
      <DialogContent
        title="Choose a new password"
        description="Yours is only temporary. Choose your own to continue."
        isCloseHidden
        onEscapeKeyDown={stay}
        onInteractOutside={stay}
        className="md:max-w-[460px]"
      >
        <form onSubmit={submit} noValidate className="grid gap-5">
          <FormAlert message={message} />
          <UsernameForManagers username={user?.username ?? ""} />
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
          <Button variant="ghost" onClick={() => void logout()}>
            Sign Out
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
