"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { Select } from "@/components/ui/select";
import {
  deleteImportedPerson,
  importedPeopleKey,
  importedPeopleOptions,
  matchImportedPerson,
} from "@/lib/album/imported-people/client/queries";
import type { ImportedPersonDto } from "@/lib/album/imported-people/schema";
import { peopleOptions } from "@/lib/family/families/client/queries";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { counted } from "@/lib/shared/counted";

/**
 * The people whose comments, hearts and photos came from imports, and the family member each one is. Renders nothing if
 * there are none.
 */
export function ImportedPeople({ familyId }: { familyId: string }) {
  const { data: names } = useQuery(importedPeopleOptions());
  const { data: family } = useQuery(peopleOptions(familyId));
  const waiting = names?.filter(({ hearts, comments, uploads }) => hearts + comments + uploads > 0) ?? [];
  if (waiting.length === 0 || !family) return null;
  return (
    <Card aria-labelledby="imported-people">
      <CardHeader id="imported-people" title="Names from other albums" />
      <p className="mb-2 text-ink-soft">
        These people added photos in another album, commented on them or loved them. Choose who they are, and
        what they added and said becomes theirs as soon as they have an account here.
      </p>
      <ul>
        {waiting.map((person) => (
          <ImportedPerson key={person.id} person={person} family={family} />
        ))}
      </ul>
    </Card>
  );
}

function ImportedPerson({ person, family }: { person: ImportedPersonDto; family: FamilyMemberDto[] }) {
  const { id, name, memberId, hearts, comments, uploads } = person;
  const fieldId = useId();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { run, isBusy, error } = useAction(async (change: () => Promise<unknown>) => {
    await change();
    setIsAsking(false);
    await queryClient.invalidateQueries({ queryKey: importedPeopleKey });
  });
  const match = (value: string) => run(() => matchImportedPerson(id, { memberId: value || null }));
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <label htmlFor={fieldId} className="min-w-0 flex-1 basis-40">
          <bdi className="block wrap-anywhere font-semibold">{name}</bdi>
          <span className="text-step--1 text-ink-soft">
            {counted(comments, "comment")}, {counted(hearts, "heart")}
            {uploads > 0 && `, ${counted(uploads, "photo or video", "photos and videos")}`}
          </span>
        </label>
        <Select
          id={fieldId}
          className="w-auto"
          value={memberId ?? ""}
          disabled={isBusy}
          onChange={(event) => void match(event.target.value)}
        >
          <option value="">Only a name</option>
          {family.map(({ id: familyMemberId, displayName }) => (
            <option key={familyMemberId} value={familyMemberId}>
              {displayName}
            </option>
          ))}
        </Select>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove what ${name} said`}
          onClick={() => setIsAsking(true)}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <FormAlert message={error} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Remove what ${name} said?`}
        description="Their comments and hearts are removed for everyone and can't be restored."
        confirmLabel="Remove"
        isBusy={isBusy}
        onConfirm={() => void run(() => deleteImportedPerson(id))}
      />
    </li>
  );
}
