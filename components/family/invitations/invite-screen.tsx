"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Baby, KeyRound } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { InvitationLinkCard } from "@/components/family/invitations/invitation-link-card";
import { InviteForm } from "@/components/family/invitations/invite-form";
import { OpenInvitations } from "@/components/family/invitations/open-invitations";
import { PlacesCard } from "@/components/family/invitations/places-card";
import { Card } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { invitationsKey } from "@/lib/family/invitations/client/queries";
import type { InvitationDto, InvitationLinkDto } from "@/lib/family/invitations/schema";

export interface InviteScreenProps {
  appName: string;
  familyName: string;
  /** Whether this installation sends mail. */
  isMailed: boolean;
  /** The family's people without an account. */
  people: readonly FamilyMemberDto[];
  places: { planName: string; limit: number; accounts: number };
}

interface MadeLink {
  id: string;
  url: string;
  username: string;
  email: string;
}

/** /invite-family-members: invites people to the family, and lists open invitations. */
export function InviteScreen({ appName, familyName, isMailed, people, places }: InviteScreenProps) {
  const queryClient = useQueryClient();
  const { data: invitations = [] } = useQuery<InvitationDto[]>({ queryKey: invitationsKey });
  const [made, setMade] = useState<MadeLink | null>(null);
  const [invitedCount, setInvitedCount] = useState(0);
  const open = invitations.filter(({ isExpired }) => !isExpired);
  const promised = new Set(open.map(({ memberId }) => memberId));
  const isFull = places.accounts + open.length >= places.limit;

  function show({ id, url }: InvitationLinkDto, { username, email }: Pick<MadeLink, "username" | "email">) {
    setMade({ id, url, username, email });
    void queryClient.invalidateQueries({ queryKey: invitationsKey });
    toast({ title: isMailed ? "Invitation sent" : "Invitation created", description: `For ${email}.` });
  }

  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start">
      <div className="grid min-w-0 gap-5">
        {made && (
          <InvitationLinkCard
            {...made}
            appName={appName}
            familyName={familyName}
            isMailed={isMailed}
            onDone={() => setMade(null)}
          />
        )}
        {/* Hidden, it keeps what was typed. */}
        <Card aria-labelledby="invite-someone" className={made ? "hidden" : undefined}>
          <h2 id="invite-someone">Invite someone</h2>
          <p className="mt-1.5 mb-5 text-ink-soft">
            {isMailed
              ? "They'll get an email with a link to choose a password and join."
              : "Email isn't set up, so you'll get a link to send yourself."}
          </p>
          {isFull ? (
            <p role="status" className="rounded-2xl bg-honey-soft px-4 py-3">
              Your plan is full. Cancel an open invitation or choose a larger plan to invite someone else.
            </p>
          ) : (
            <InviteForm
              key={invitedCount}
              people={people.filter(({ id }) => !promised.has(id))}
              onInvited={(link, input) => {
                setInvitedCount(invitedCount + 1);
                show(link, input);
              }}
            />
          )}
        </Card>
        <OpenInvitations
          invitations={invitations}
          onResent={show}
          onRevoked={({ id }) => {
            if (id === made?.id) setMade(null);
            void queryClient.invalidateQueries({ queryKey: invitationsKey });
            toast({ title: "Invitation cancelled" });
          }}
        />
      </div>
      <div className="grid gap-5">
        <PlacesCard {...places} invited={open.length} />
        <Card aria-labelledby="other-ways">
          <h2 id="other-ways" className="text-step-1">
            Other ways to add people
          </h2>
          <ul className="mt-3 grid gap-1">
            <Way href="/create-child-account" icon={<Baby aria-hidden="true" />} title="A child's account">
              With a username and password, and no email address.
            </Way>
            <Way href="/direct-access" icon={<KeyRound aria-hidden="true" />} title="Direct access">
              A link that signs a relative in without a password.
            </Way>
          </ul>
        </Card>
      </div>
    </div>
  );
}

function Way(props: { href: string; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      <Link
        href={props.href}
        className="-mx-2 flex min-h-14 items-start gap-3 rounded-2xl p-2 hover:bg-sunk [&>svg]:mt-0.5 [&>svg]:size-6 [&>svg]:flex-none [&>svg]:text-accent-strong"
      >
        {props.icon}
        <span>
          <span className="block font-semibold">{props.title}</span>
          <span className="block text-step--1 text-ink-soft">{props.children}</span>
        </span>
      </Link>
    </li>
  );
}
