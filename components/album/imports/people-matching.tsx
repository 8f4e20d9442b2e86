import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Select } from "@/components/ui/select";
import type { ChoicesInput, ImportReport } from "@/lib/album/imports/schema";
import { peopleOptions } from "@/lib/family/families/client/queries";
import { counted } from "@/lib/shared/counted";

export interface PeopleMatchingProps {
  names: ImportReport["people"];
  people: ChoicesInput["people"];
  familyId: string;
  canAddPeople: boolean;
  onChange: (people: ChoicesInput["people"]) => void;
}

const isNewValue = "new";

/** "in 3 photos, 5 comments and hearts" */
function describePerson({ count, said }: ImportReport["people"][number]): string {
  const parts = [
    ...(count > 0 ? [`in ${counted(count, "photo")}`] : []),
    ...(said > 0 ? [counted(said, "comment or heart", "comments and hearts")] : []),
  ];
  return parts.join(", ");
}

/** Matches the source's people to the family's, once for all photos. */
export function PeopleMatching({ names, people, familyId, canAddPeople, onChange }: PeopleMatchingProps) {
  const id = useId();
  const { data: family } = useQuery(peopleOptions(familyId));
  const chosen = new Map(people.map((person) => [person.name, person]));
  const choiceOf = (name: string) => {
    const choice = chosen.get(name);
    return choice?.memberId ?? (choice?.isNew ? isNewValue : "");
  };
  const choose = (name: string, value: string) => {
    const others = people.filter((person) => person.name !== name);
    const isNew = value === isNewValue;
    onChange(value === "" ? others : [...others, { name, isNew, memberId: isNew ? null : value }]);
  };
  return (
    <fieldset>
      <legend className="font-semibold">Who is who?</legend>
      <p className="mb-3 text-step--1 text-ink-soft">
        Photos are tagged with the people you choose, and what they said becomes theirs once they have an
        account. Nobody is notified.
      </p>
      <ul className="grid gap-3">
        {names.map((person, at) => (
          <li key={person.name} className="grid items-center gap-1 md:grid-cols-2">
            <label htmlFor={`${id}-${at}`} className="wrap-anywhere">
              {person.name} <span className="text-ink-soft">{describePerson(person)}</span>
            </label>
            <Select
              id={`${id}-${at}`}
              value={choiceOf(person.name)}
              onChange={(event) => choose(person.name, event.target.value)}
            >
              <option value="">{person.said > 0 ? "Only a name" : "Leave out"}</option>
              {family?.map(({ id: memberId, displayName }) => (
                <option key={memberId} value={memberId}>
                  {displayName}
                </option>
              ))}
              {canAddPeople && <option value={isNewValue}>Add {person.name} to the family's people</option>}
            </Select>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
