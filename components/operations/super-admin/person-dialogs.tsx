"use client";

import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { Textarea } from "@/components/ui/textarea";
import { endUserSessions, liftSuspension, suspendPerson } from "@/lib/operations/super-admin/client/queries";
import { type AdminUserDto, maxSuspensionReason } from "@/lib/operations/super-admin/schema";
import { counted } from "@/lib/shared/counted";

export interface PersonDialogProps {
  user: AdminUserDto;
  onClose: () => void;
  /** Reports the outcome and closes. */
  onDone: (title: string) => Promise<void>;
}

const failed = "It could not be saved. Please try again.";

/** Locks someone out, with a reason they will see. */
export function SuspendDialog({ user, onClose, onDone }: PersonDialogProps) {
  const [reason, setReason] = useState("");
  const { run, isBusy, error, errorOf } = useAction(
    async () => {
      await suspendPerson(user.id, reason);
      await onDone(`${user.username} is suspended`);
    },
    { fallback: failed, fields: ["reason"] },
  );

  return (
    <FormDialog
      title={`Suspend ${user.username}?`}
      description="They're signed out everywhere and can't sign in. Their photos and videos stay in the album, and you can lift the suspension at any time."
      submitLabel="Suspend"
      busyLabel="Suspending..."
      variant="danger"
      isBusy={isBusy}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <FormField
        label="Reason"
        hint="They read it when they try to sign in, and in an email."
        error={errorOf("reason")}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={maxSuspensionReason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  );
}

interface AskedProps {
  title: string;
  description: string;
  confirmLabel: string;
  variant: "primary" | "danger";
  onClose: () => void;
  /** Performs the action. @throws ApiError */
  onConfirm: () => Promise<void>;
}

function Asked({ description, onClose, onConfirm, ...words }: AskedProps) {
  const { run, isBusy, error } = useAction(onConfirm, { fallback: failed });
  return (
    <ConfirmDialog
      {...words}
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      description={
        <>
          {description}
          {error && (
            <span role="alert" className="mt-3 block text-danger">
              {error}
            </span>
          )}
        </>
      }
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}

export function LiftSuspensionDialog({ user, onClose, onDone }: PersonDialogProps) {
  const { id, username, suspendedReason } = user;
  return (
    <Asked
      title={`Lift the suspension of ${username}?`}
      description={`They can sign in again, and we'll email them. The reason given was: “${suspendedReason ?? ""}”`}
      confirmLabel="Lift suspension"
      variant="primary"
      onClose={onClose}
      onConfirm={async () => {
        await liftSuspension(id);
        await onDone(`${username} can sign in again`);
      }}
    />
  );
}

export function EndSessionsDialog({
  user,
  isSelf,
  onClose,
  onDone,
}: PersonDialogProps & { isSelf: boolean }) {
  const { id, username } = user;
  return (
    <Asked
      title={isSelf ? "Sign out everywhere else?" : `Sign ${username} out everywhere?`}
      description={
        isSelf
          ? "You'll have to sign in again on every other device."
          : "They'll have to sign in again on every device, and can do so right away."
      }
      confirmLabel={isSelf ? "Sign out everywhere else" : "Sign out everywhere"}
      variant="danger"
      onClose={onClose}
      onConfirm={async () => {
        const { ended } = await endUserSessions(id);
        await onDone(`${username} is signed out on ${counted(ended, "device")}`);
      }}
    />
  );
}
