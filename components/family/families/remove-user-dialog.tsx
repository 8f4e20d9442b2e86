"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { UserDialogProps } from "@/components/family/families/role-dialog";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { peopleKey, removeUser, usersKey } from "@/lib/family/families/client/queries";

/** Confirms removing someone from the family, and explains what happens to their things. */
export function RemoveUserDialog({ user, onClose }: UserDialogProps) {
  const { user: self } = useAuth();
  const queryClient = useQueryClient();
  const { run, isBusy } = useAction(
    async () => {
      await removeUser(user.id);
      toast({ title: `${user.displayName} was removed` });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: usersKey }),
        queryClient.invalidateQueries({ queryKey: peopleKey(self?.currentFamily?.id ?? "") }),
      ]);
    },
    { failureTitle: `${user.displayName} could not be removed`, onSettled: onClose },
  );

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove ${user.displayName} from ${self?.currentFamily?.name ?? "the family"}?`}
      description={
        user.isChild
          ? "This deletes the child's account, and no one can sign in with it again. The photos they uploaded stay in the album, and the child stays in the list of family members."
          : "They lose access immediately, on every device. What they uploaded stays in the album, and they stay in the list of family members. They keep their account, and you can invite them again."
      }
      confirmLabel="Remove"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}
