"use client";

import Link from "next/link";
import { useCallback, useEffect, useState } from "react";
import { AccountCard } from "@/components/account/accounts/account-card";
import { InvitationFacts } from "@/components/family/invitations/invitation-facts";
import { InvitationPicture } from "@/components/family/invitations/invitation-picture";
import { JoinCard } from "@/components/family/invitations/join-card";
import { RegistrationForm } from "@/components/family/invitations/registration-form";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button, buttonClasses } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { Spinner } from "@/components/ui/spinner";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { loginAddress } from "@/lib/account/accounts/sign-in-destination";
import { getInvitation } from "@/lib/family/invitations/client/queries";
import { autoLoginDelayMs, type OpenedInvitationDto } from "@/lib/family/invitations/schema";
import { ApiError } from "@/lib/http/api-error";

type State =
  | { step: "validating" }
  | { step: "error"; message: string; canTryAgain: boolean }
  | { step: "form"; invitation: OpenedInvitationDto }
  | { step: "success"; invitation: OpenedInvitationDto; password: string };

export interface RegistrationScreenProps {
  code: string;
  onSignedIn?: (destination: string) => void;
}

/** Specification 2.7, 4.3 and 8.3: /register/{code} in all its states. */
export function RegistrationScreen({ code, onSignedIn = loadPage }: RegistrationScreenProps) {
  const { user, login } = useAuth();
  const [state, setState] = useState<State>({ step: "validating" });

  const validate = useCallback(async () => {
    if (!code.trim()) {
      setState({ step: "error", message: "Invalid invitation link", canTryAgain: false });
      return;
    }
    setState({ step: "validating" });
    try {
      setState({ step: "form", invitation: await getInvitation(code) });
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      const message = known?.userMessage || "Failed to validate invitation";
      setState({ step: "error", message, canTryAgain: known?.status !== 404 });
    }
  }, [code]);

  useEffect(() => void validate(), [validate]);

  useEffect(() => {
    if (state.step !== "success") return;
    const { invitation, password } = state;
    const timer = setTimeout(async () => {
      // If it fails, nothing further happens (specification 4.3): the page shows the way to sign in.
      if (await login(invitation.username, password).catch(() => false)) onSignedIn("/");
    }, autoLoginDelayMs);
    return () => clearTimeout(timer);
  }, [state, login, onSignedIn]);

  if (state.step === "validating") {
    return (
      <AccountCard title="Your invitation">
        <Spinner label="Validating your invitation..." />
      </AccountCard>
    );
  }

  if (state.step === "error") {
    const onTryAgain = state.canTryAgain ? () => void validate() : undefined;
    return (
      <AccountCard title="Invitation Error">
        <InvitationError message={state.message} onTryAgain={onTryAgain} />
      </AccountCard>
    );
  }

  const { invitation } = state;
  if (state.step === "success") {
    return (
      <AccountCard title="Registration Complete!" lead={`Welcome to ${invitation.familyName}.`}>
        <SigningIn username={invitation.username} />
      </AccountCard>
    );
  }

  if (user) return <JoinCard code={code} invitation={invitation} user={user} onJoined={onSignedIn} />;

  const title = `Join ${invitation.familyName}`;
  const lead = `${invitation.invitedBy} has invited you to the family's album.`;
  const picture = <InvitationPicture code={code} invitation={invitation} />;
  if (invitation.hasAccount) {
    return (
      <AccountCard title={title} lead={lead} picture={picture}>
        <InvitationFacts email={invitation.email} isAdmin={invitation.isAdmin} />
        <p className="mt-5">There is already an account with this email address. Sign in to join.</p>
        <Link
          href={loginAddress(`/register/${code}`)}
          className={buttonClasses({ size: "large" }, "mt-5 w-full")}
        >
          Sign In
        </Link>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={title} lead={lead} picture={picture}>
      <InvitationFacts username={invitation.username} email={invitation.email} isAdmin={invitation.isAdmin} />
      <div className="mt-6">
        <RegistrationForm
          code={code}
          username={invitation.username}
          onRegistered={(password) => setState({ step: "success", invitation, password })}
        />
      </div>
    </AccountCard>
  );
}

interface InvitationErrorProps {
  message: string;
  /** Omitted if trying again would not help. */
  onTryAgain: (() => void) | undefined;
}

function InvitationError({ message, onTryAgain }: InvitationErrorProps) {
  return (
    <>
      <FormAlert message={message} />
      <p className="mt-4 text-ink-soft">
        This invitation link may be invalid or expired. Please contact your administrator for a new one.
      </p>
      <div className="mt-6 grid gap-3">
        {onTryAgain && <Button onClick={onTryAgain}>Try Again</Button>}
        <a href="/" className={buttonClasses({ variant: onTryAgain ? "secondary" : "primary" })}>
          Return to Home
        </a>
      </div>
    </>
  );
}

function SigningIn({ username }: { username: string }) {
  return (
    <>
      <Spinner label="Signing you in..." />
      <p className="mt-5 text-ink-soft">
        Nothing happens?{" "}
        <Link href="/login" className="text-link inline-flex min-h-11 items-center">
          Sign in
        </Link>{" "}
        as {username}.
      </p>
    </>
  );
}
