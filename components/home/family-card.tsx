import { Avatar } from "@/components/ui/avatar";
import { Card, CardHeader } from "@/components/ui/card";
import type { FamilyMemberDto } from "@/lib/features/families/schema";
import { counted } from "@/lib/shared/counted";

const avatarsShown = 6;

/** The people of the family. */
export function FamilyCard({ people }: { people: readonly FamilyMemberDto[] }) {
  const shown = people.slice(0, people.length > avatarsShown ? avatarsShown - 1 : avatarsShown);
  const hidden = people.length - shown.length;
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
    </Card>
  );
}
