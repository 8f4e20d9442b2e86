"use client";

import { useState } from "react";
import { DirectLinkCard } from "@/components/family/direct-access/direct-link-card";
import { useAction } from "@/components/forms/use-action";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { createDirectAccess } from "@/lib/family/direct-access/client/queries";
import { type DirectAccessPerson, directAccessMinutes } from "@/lib/family/direct-access/schema";

export interface DirectAccessScreenProps {
  appName: string;
  familyName: string;
  people: readonly DirectAccessPerson[];
  /** The person chosen on the page before (/direct-access?user=); "refused": someone no link is ever created for. */
  chosen?: DirectAccessPerson | "refused" | null;
}

interface MadeLink {
  person: DirectAccessPerson;
  url: string;
  until: number;
}

/** /direct-access: a one-time sign-in link for a relative who struggles with passwords. */
export function DirectAccessScreen({ appName, familyName, people, chosen = null }: DirectAccessScreenProps) {
  const [made, setMade] = useState<MadeLink | null>(null);
  const make = useAction(
    async (person: DirectAccessPerson) => {
      const { url } = await createDirectAccess(person.userId);
      // Counted from now: this clock and the server's may differ.
      setMade({ person, url, until: Date.now() + directAccessMinutes * 60_000 });
    },
    { failureTitle: "The link could not be created" },
  );
  const busyId = make.busyWith?.userId;

  return (
    <>
      {chosen === "refused" && (
        <p role="status" className="mb-5 rounded-2xl bg-honey-soft px-4 py-3">
          You can't make a link for this person. The note below says why.
        </p>
      )}
      {chosen && chosen !== "refused" && !made && (
        <Card aria-labelledby="direct-chosen" className="mb-5">
          <h2 id="direct-chosen">A link for {chosen.displayName}?</h2>
          <p className="mt-1.5 text-ink-soft">
            It signs {chosen.displayName} in once and works for {directAccessMinutes} minutes.
          </p>
          <Button
            ref={(button) => button?.focus()}
            className="mt-5"
            isBusy={busyId === chosen.userId}
            onClick={() => void make.run(chosen)}
          >
            Create link
          </Button>
        </Card>
      )}
      {made && (
        <DirectLinkCard
          {...made}
          appName={appName}
          familyName={familyName}
          isBusy={make.isBusy}
          onRenew={() => void make.run(made.person)}
          onDone={() => setMade(null)}
        />
      )}
      <Card aria-labelledby="direct-people">
        <CardHeader id="direct-people" title="Who needs a link?" />
        {people.length === 0 ? (
          <p className="text-ink-soft">
            There's no one to make a link for yet. Members and children of your family appear here once they
            have an account.
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {people.map((person) => (
              <li
                key={person.userId}
                aria-current={chosen !== "refused" && chosen?.userId === person.userId ? "true" : undefined}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5"
              >
                <Avatar name={person.displayName} />
                <div className="min-w-0 flex-1 basis-40">
                  <p className="flex items-center gap-2 font-semibold">
                    <span className="min-w-0 truncate">{person.displayName}</span>
                    {person.isChild && <Badge>Child</Badge>}
                  </p>
                </div>
                <Button
                  variant="secondary"
                  size="small"
                  isBusy={busyId === person.userId}
                  aria-label={`Create a link for ${person.displayName}`}
                  onClick={() => void make.run(person)}
                >
                  Create a link
                </Button>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-4 text-step--1 text-ink-soft">
          Owners and admins are not listed, nor are people who belong to another family too or use an
          authenticator app: they sign in themselves.
        </p>
      </Card>
    </>
  );
}
