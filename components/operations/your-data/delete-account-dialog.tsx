"use client";

import { DeletionDialog } from "@/components/account/accounts/deletion-dialog";
import { useAuth } from "@/components/session/session-auth-provider";
import type { UserDto } from "@/lib/account/accounts/schema";
import { deleteAccount } from "@/lib/operations/your-data/client/queries";
import type { AccountDeletionPlan } from "@/lib/operations/your-data/schema";

export interface DeleteAccountDialogProps {
  user: UserDto;
  plan: AccountDeletionPlan;
  opener: { current: HTMLElement | null };
  onClose: () => void;
}

/** Explains what is deleted and what stays, and asks for the typed username and, if there is one, the password. */
export function DeleteAccountDialog({ user, plan, opener, onClose }: DeleteAccountDialogProps) {
  const { logout } = useAuth();
  return (
    <DeletionDialog
      title="Delete your account?"
      description="This can't be undone."
      name={{
        field: "username",
        value: user.username,
        isTyped: (typed) => typed.trim().toLowerCase() === user.username,
      }}
      isPasswordAsked={user.hasPassword}
      failed="Your account was not deleted. Please try again."
      opener={opener}
      onDelete={async ({ typed, password }) => {
        await deleteAccount({ username: typed, ...(user.hasPassword ? { password } : {}) });
        await logout();
      }}
      onClose={onClose}
    >
      <DeletionConsequences plan={plan} />
    </DeletionDialog>
  );
}

function DeletionConsequences({ plan }: { plan: AccountDeletionPlan }) {
  const named = (fate: string) =>
    plan.families.filter((family) => family.fate === fate).map(({ name }) => name);
  const going = named("goes");
  const staying = named("stays");
  return (
    <div>
      <p className="font-semibold">This will be deleted:</p>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-soft">
        <li>Your profile, settings, hearts and ways to sign in.</li>
        {going.map((name) => (
          <li key={name}>
            <strong className="text-ink">{name}</strong>, with every photo and video in it: no one else is in
            it.
          </li>
        ))}
      </ul>
      {staying.length > 0 && (
        <p className="mt-2.5 text-ink-soft">
          This stays: the photos you added to {staying.join(" and ")}, without your name.
        </p>
      )}
    </div>
  );
}
