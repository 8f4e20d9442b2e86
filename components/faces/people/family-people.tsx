"use client";

import { useQuery } from "@tanstack/react-query";
import { Cake, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { PersonDialog } from "@/components/faces/people/person-dialog";
import { UsersFailed } from "@/components/family/families/users-failed";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { usePreferences } from "@/components/ui/preferences";
import { Skeleton } from "@/components/ui/skeleton";
import { peopleOptions } from "@/lib/family/families/client/queries";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { formatDay } from "@/lib/shared/day-text";

/** The people in the family, with and without accounts: their names, nicknames and birthdays. */
export function FamilyPeople({ familyId }: { familyId: string }) {
  const { data: people, isPending, isFetching, refetch } = useQuery(peopleOptions(familyId));
  const { locale } = usePreferences();
  const [edited, setEdited] = useState<FamilyMemberDto | "new" | null>(null);
  if (isPending) return <Skeleton className="h-56" />;
  return (
    <Card aria-labelledby="family-members">
      <CardHeader
        id="family-members"
        title="Family members"
        action={
          <Button variant="secondary" size="small" onClick={() => setEdited("new")}>
            <Plus aria-hidden="true" />
            Add someone
          </Button>
        }
      />
      <p className="mb-2 text-ink-soft">
        Everyone in your family, with or without an account: even the baby. We'll remember their birthdays.
      </p>
      {!people && <UsersFailed isBusy={isFetching} onRetry={() => void refetch()} />}
      <ul className="grid grid-cols-1 gap-x-8 md:grid-cols-2">
        {people?.map((person) => (
          <li key={person.id} className="flex items-center gap-4 border-t border-line py-3">
            <Avatar name={person.displayName} className="size-12" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="truncate font-semibold">{person.displayName}</span>
                {person.userId === null && <Badge>No account</Badge>}
              </p>
              {person.nickname && person.name !== person.displayName && (
                <p className="truncate text-step--1 text-ink-soft">{person.name}</p>
              )}
              <p className="flex items-center gap-1.5 text-step--1 text-ink-soft">
                <Cake aria-hidden="true" className="size-4 flex-none" />
                {person.birthDate
                  ? formatDay(new Date(person.birthDate), "UTC", locale)
                  : "Birthday not known yet"}
              </p>
            </div>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Edit ${person.displayName}`}
              onClick={() => setEdited(person)}
            >
              <Pencil aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      {edited && (
        <PersonDialog
          familyId={familyId}
          person={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}
