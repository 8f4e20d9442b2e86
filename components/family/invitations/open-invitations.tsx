"use client";

import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { LocalDate } from "@/components/ui/local-date";
import { resendInvitation, revokeInvitation } from "@/lib/family/invitations/client/queries";
import type { InvitationDto, InvitationLinkDto } from "@/lib/family/invitations/schema";

const ConfirmDialog = fetchedPart(async () => (await import("@/components/ui/confirm-dialog")).ConfirmDialog);

export interface OpenInvitationsProps {
  invitations: readonly InvitationDto[];
  onResent: (link: InvitationLinkDto, invitation: InvitationDto) => void;
  onRevoked: (invitation: InvitationDto) => void;
}

/** Someone who isn't in the family yet is shown by email address: their username is only for signing in. */
const nameOf = ({ personName, email }: InvitationDto) => personName ?? email;

/** People who were invited and have not joined yet. */
export function OpenInvitations({ invitations, onResent, onRevoked }: OpenInvitationsProps) {
  const [revoking, setRevoking] = useState<InvitationDto | null>(null);

  const resend = useAction(
    async (invitation: InvitationDto) => onResent(await resendInvitation(invitation.id), invitation),
    { failureTitle: "The invitation could not be sent again" },
  );
  const revoke = useAction(
    async (invitation: InvitationDto) => {
      await revokeInvitation(invitation.id);
      setRevoking(null);
      onRevoked(invitation);
    },
    { failureTitle: "The invitation could not be cancelled" },
  );

  return (
    <Card aria-labelledby="open-invitations">
      <CardHeader id="open-invitations" title="Open invitations" />
      {invitations.length === 0 ? (
        <p className="text-ink-soft">No open invitations.</p>
      ) : (
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
              <div className="min-w-0 flex-1 basis-60">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  <span className="min-w-0 truncate">{nameOf(invitation)}</span>
                  {invitation.isAdmin && <Badge tone="accent">Administrator</Badge>}
                  {invitation.isExpired && <Badge tone="honey">Expired</Badge>}
                </p>
                {invitation.personName && <p className="truncate text-ink-soft">{invitation.email}</p>}
                <p className="text-step--1 text-ink-soft">
                  Invited <LocalDate iso={invitation.sentAt} isRelative />
                  {invitation.invitedBy && ` by ${invitation.invitedBy}`},{" "}
                  {invitation.isExpired ? "ended" : "open until"} <LocalDate iso={invitation.expiresAt} />
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  size="small"
                  isBusy={resend.busyWith?.id === invitation.id}
                  aria-label={`Send again to ${nameOf(invitation)}`}
                  onClick={() => void resend.run(invitation)}
                >
                  Send again
                </Button>
                <Button
                  variant="ghost"
                  size="small"
                  aria-label={`Cancel invitation for ${nameOf(invitation)}`}
                  onClick={() => setRevoking(invitation)}
                >
                  Cancel invitation
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {revoking && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setRevoking(null)}
          title={`Cancel the invitation for ${nameOf(revoking)}?`}
          description="The link stops working immediately. You can invite them again at any time."
          confirmLabel="Cancel invitation"
          cancelLabel="Keep it"
          isBusy={revoke.isBusy}
          onConfirm={() => void revoke.run(revoking)}
        />
      )}
    </Card>
  );
}
