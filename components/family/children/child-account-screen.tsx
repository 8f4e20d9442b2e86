"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ChildAccountForm } from "@/components/family/children/child-account-form";
import { PlacesCard } from "@/components/family/invitations/places-card";
import { Button, buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ChildDto } from "@/lib/family/children/schema";
import type { FamilyMemberDto } from "@/lib/family/families/schema";

export interface ChildAccountScreenProps {
  /** The family's people without an account. */
  people: readonly FamilyMemberDto[];
  places: { planName: string; limit: number; accounts: number };
  invited: number;
}

/** /create-child-account */
export function ChildAccountScreen({ people, places, invited }: ChildAccountScreenProps) {
  const router = useRouter();
  const [created, setCreated] = useState<ChildDto | null>(null);
  const isFull = places.accounts + invited >= places.limit;
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start">
      {created ? (
        <CreatedCard child={created} onAnother={() => setCreated(null)} />
      ) : (
        <Card aria-labelledby="child-account">
          <h2 id="child-account">The child's account</h2>
          <p className="mt-1.5 mb-5 text-ink-soft">
            A child signs in with a username and password, and can browse the album, add photos and like them.
            A child can't invite, order or delete what others added, and has no email address.
          </p>
          {isFull ? (
            <p role="status" className="rounded-2xl bg-honey-soft px-4 py-3">
              Your plan is full. Cancel an open invitation or choose a larger plan to add a child.
            </p>
          ) : (
            <ChildAccountForm
              people={people}
              onCreated={(child) => {
                setCreated(child);
                // One place fewer, and perhaps one person fewer to choose from.
                router.refresh();
              }}
            />
          )}
        </Card>
      )}
      <PlacesCard {...places} invited={invited} />
    </div>
  );
}

function CreatedCard({ child, onAnother }: { child: ChildDto; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card aria-labelledby="child-created">
      <h2 id="child-created" ref={heading} tabIndex={-1} className="outline-none">
        {child.displayName}'s account is ready
      </h2>
      <p className="mt-1.5 text-ink-soft">
        {child.displayName} signs in as <strong className="text-ink">{child.username}</strong> with the
        password you chose. If it's ever forgotten, you can set a new one on{" "}
        <Link href="/manage-users" className="text-link">
          Manage Users
        </Link>
        .
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link href="/direct-access" className={buttonClasses()}>
          Sign them in with a link
        </Link>
        <Button variant="secondary" onClick={onAnother}>
          Add another child
        </Button>
      </div>
    </Card>
  );
}
