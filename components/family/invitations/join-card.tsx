"use client";

import { useQueryClient } from "@tanstack/react-query";
import { AccountCard } from "@/components/account/accounts/account-card";
import { InvitationFacts } from "@/components/family/invitations/invitation-facts";
import { InvitationPicture } from "@/components/family/invitations/invitation-picture";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button, buttonClasses } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { announceFamilySwitch, signOutEverywhereHere } from "@/lib/account/accounts/client/client-session";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import type { UserDto } from "@/lib/account/accounts/schema";
import { acceptInvitation } from "@/lib/family/invitations/client/queries";
import type { OpenedInvitationDto } from "@/lib/family/invitations/schema";

export interface JoinCardProps {
  code: string;
  invitation: OpenedInvitationDto;
  user: UserDto;
  onJoined: (destination: string) => void;
}

/** An invitation opened by someone who is signed in: theirs to join with, or someone else's. */
export function JoinCard({ code, invitation, user, onJoined }: JoinCardProps) {
  const { acceptUser } = useAuth();
  const queryClient = useQueryClient();
  const { familyName, email, isAdmin, invitedBy } = invitation;

  const join = useAction(
    async () => {
      const joined = await acceptInvitation(code);
      announceFamilySwitch();
      acceptUser(joined);
      onJoined("/");
      return leavingPage;
    },
    { fallback: "Joining failed. Please try again." },
  );
  const changePerson = useAction(async () => {
    await signOutEverywhereHere(queryClient);
    // Opens the same link as a visitor.
    loadPage(`/register/${encodeURIComponent(code)}`, { isReplacing: true });
    return leavingPage;
  });

  if (user.email === email) {
    return (
      <AccountCard
        title={`Join ${familyName}`}
        lead={`${invitedBy} has invited you to the family's album.`}
        picture={<InvitationPicture code={code} invitation={invitation} />}
      >
        <div className="grid gap-5">
          <FormAlert message={join.error} />
          <InvitationFacts email={email} isAdmin={isAdmin} />
          <Button size="large" isBusy={join.isBusy} busyLabel="Joining..." onClick={() => void join.run()}>
            Join {familyName}
          </Button>
          <a href="/" className={buttonClasses({ variant: "ghost" })}>
            Not now
          </a>
        </div>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title="This invitation is for someone else"
      lead={
        <>
          You are signed in as <strong className="text-ink">{user.displayName}</strong>. {invitedBy} has
          invited <strong className="text-ink [overflow-wrap:anywhere]">{email}</strong> to {familyName}.
        </>
      }
    >
      <div className="grid gap-3">
        <a href="/" className={buttonClasses({ size: "large" })}>
          Back to my album
        </a>
        <Button variant="secondary" isBusy={changePerson.isBusy} onClick={() => void changePerson.run()}>
          Sign out and use the invitation
        </Button>
      </div>
    </AccountCard>
  );
}
