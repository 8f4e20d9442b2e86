import { Cake } from "lucide-react";
import Link from "next/link";
import { Fragment } from "react";
import { Avatar } from "@/components/ui/avatar";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { growingUpPath } from "@/lib/album/growing-up/paths";
import type { ListedPerson } from "@/lib/family/families/schema";
import { counted } from "@/lib/shared/counted";
import { nextBirthdays } from "@/lib/shared/next-birthday";

const avatarsShown = 6;

export interface FamilyCardProps {
  people: readonly ListedPerson[];
  /** Owner or admin: shows links for inviting and managing people. */
  isAdmin?: boolean;
  /** YYYY-MM-DD */
  today: string;
}

/** The people in the family, and the next birthday. */
export function FamilyCard({ people, isAdmin = false, today }: FamilyCardProps) {
  const shown = people.slice(0, people.length > avatarsShown ? avatarsShown - 1 : avatarsShown);
  const hidden = people.length - shown.length;
  const remembered = people.filter(({ isLeftOut }) => !isLeftOut);
  const birthdays = nextBirthdays(remembered, today);
  return (
    <Card aria-labelledby="family-card">
      <CardHeader id="family-card" title="Family" />
      <ul className="flex flex-wrap gap-y-2 pl-2">
        {shown.map((person) => (
          <li key={person.id} title={person.displayName} className="-ml-2">
            <Avatar name={person.displayName} isLabelled className="size-12 border-3 border-card" />
          </li>
        ))}
        {hidden > 0 && (
          <li className="-ml-2">
            <span className="avatar size-12 border-3 border-card bg-sunk text-ink-soft">
              +{hidden}
              <span className="sr-only"> more</span>
            </span>
          </li>
        )}
      </ul>
      <p className="mt-3 text-step--1 text-ink-soft">
        {counted(people.length, "person", "people")} in this album
      </p>
      {birthdays[0] && (
        <p className="mt-3 flex items-center gap-2.5 rounded-2xl bg-honey-soft px-3.5 py-2.5 text-step--1">
          <Cake aria-hidden="true" className="size-[19px] flex-none" strokeWidth={1.9} />
          <span className="min-w-0 wrap-anywhere">
            Next birthday:{" "}
            <strong>
              {birthdays.map(({ person: { id, displayName } }, at) => (
                <Fragment key={id}>
                  {at > 0 && (at === birthdays.length - 1 ? " and " : ", ")}
                  <Link href={growingUpPath(id)} prefetch={false} className="hover:underline">
                    {displayName}
                  </Link>
                </Fragment>
              ))}
            </strong>{" "}
            on {birthdays[0].day}
          </span>
        </p>
      )}
      {isAdmin && (
        <div className="mt-3.5 flex flex-wrap gap-2.5">
          <Link
            href="/invite-family-members"
            className={buttonClasses({ variant: "secondary", size: "small" })}
          >
            Invite
          </Link>
          <Link href="/manage-users" className={buttonClasses({ variant: "secondary", size: "small" })}>
            Manage
          </Link>
        </div>
      )}
    </Card>
  );
}
