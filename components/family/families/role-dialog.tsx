"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { RadioCard } from "@/components/ui/radio-card";
import { toast } from "@/components/ui/toast";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import type { FamilyRole } from "@/lib/core/families/schema";
import { changeRole, usersKey } from "@/lib/family/families/client/queries";
import { roleTexts } from "@/lib/family/families/client/role-rules";
import type { FamilyUserDto } from "@/lib/family/families/schema";

export interface UserDialogProps {
  user: FamilyUserDto;
  /** Regains focus when the dialog closes. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Gives someone another role, explaining what each one means. */
export function RoleDialog({ user, roles, opener, onClose }: UserDialogProps & { roles: FamilyRole[] }) {
  const { user: self } = useAuth();
  const queryClient = useQueryClient();
  const [role, setRole] = useState(user.role);
  const isSelf = self?.id === user.id;

  const { run, isBusy, error } = useAction(
    async () => {
      await changeRole(user.id, role);
      if (isSelf) {
        // With a lower role, this page may no longer be accessible.
        loadPage(role === "member" ? "/" : "/manage-users");
        return leavingPage;
      }
      await queryClient.invalidateQueries({ queryKey: usersKey });
      toast({ title: `${user.displayName} is now ${withArticle[role]}` });
      onClose();
    },
    { fallback: "The role could not be changed. Please try again." },
  );

  return (
    <FormDialog
      title={isSelf ? "Change your own role" : `Change ${user.displayName}'s role`}
      description={
        isSelf
          ? "You can't give yourself the role back: another owner or admin has to."
          : "It applies immediately, on every device."
      }
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isBusy}
      opener={opener}
      onSubmit={() => (role === user.role ? onClose() : void run())}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <fieldset className="grid gap-2.5">
        <legend className="sr-only">Role</legend>
        {roles.map((one) => (
          <RadioCard key={one} name="role" value={one} isChecked={role === one} onChoose={() => setRole(one)}>
            <span>
              <span className="block font-semibold">{roleTexts[one].label}</span>
              <span className="block text-step--1 text-ink-soft">{roleTexts[one].means}</span>
            </span>
          </RadioCard>
        ))}
      </fieldset>
    </FormDialog>
  );
}

const withArticle: Record<FamilyRole, string> = { owner: "an owner", admin: "an admin", member: "a member" };
