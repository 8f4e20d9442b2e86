"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AccountCard } from "@/components/accounts/account-card";
import { FormAlert } from "@/components/accounts/form-alert";
import { useAuth } from "@/components/accounts/session-auth-provider";
import { InvitationFacts } from "@/components/invitations/invitation-facts";
import { InvitationPicture } from "@/components/invitations/invitation-picture";
import { Button, buttonClasses } from "@/components/ui/button";
import { signOutEverywhereHere } from "@/lib/features/accounts/client-session";
import { loadPage } from "@/lib/features/accounts/full-navigation";
import type { UserDto } from "@/lib/features/accounts/schema";
import { requestAcceptance } from "@/lib/features/invitations/queries";
import type { OpenedInvitationDto } from "@/lib/features/invitations/schema";
import { errorMessage } from "@/lib/http/api-error";

export interface JoinCardProps {
  code: string;
  invitation: OpenedInvitationDto;
  user: UserDto;
  onJoined: (destination: string) => void;
}

/** An invitation that somebody opens who is signed in: theirs to join with, or somebody else's. */
export function JoinCard({ code, invitation, user, onJoined }: JoinCardProps) {
  const { acceptUser } = useAuth();
  const queryClient = useQueryClient();
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { familyName, email, isAdmin, invitedBy } = invitation;

  async function join() {
    setIsBusy(true);
    setMessage(null);
    try {
      acceptUser(await requestAcceptance(code));
      onJoined("/");
    } catch (error) {
      setMessage(errorMessage(error, "Joining failed. Please try again."));
      setIsBusy(false);
    }
  }

  async function changePerson() {
    setIsBusy(true);
    await signOutEverywhereHere(queryClient);
    // The same link again, as a visitor.
    loadPage(`/register/${encodeURIComponent(code)}`, { isReplacing: true });
  }

  if (user.email === email) {
    return (
      <AccountCard
        title={`Join ${familyName}`}
        lead={`${invitedBy} has invited you to the family's album.`}
        picture={<InvitationPicture code={code} invitation={invitation} />}
      >
        <div className="grid gap-5">
          <FormAlert message={message} />
          <InvitationFacts email={email} isAdmin={isAdmin} />
          <Button size="large" isBusy={isBusy} onClick={() => void join()}>
            {isBusy ? "Joining..." : `Join ${familyName}`}
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
        <Button variant="secondary" isBusy={isBusy} onClick={() => void changePerson()}>
          Sign out and use the invitation
        </Button>
      </div>
    </AccountCard>
  );
}
