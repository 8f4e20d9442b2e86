"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserRoundPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FacePicture } from "@/components/album/media/face-picture";
import { notSaved } from "@/components/faces/people/people-text";
import { useRefreshPeople } from "@/components/faces/people/use-refresh-people";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { Avatar } from "@/components/ui/avatar";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { type GroupChange, requestGroupChange } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { recognitionOptions } from "@/lib/faces/recognition/client/queries";
import { peopleKey, peopleOptions } from "@/lib/family/families/client/queries";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { matchingPeople, personCalled } from "@/lib/shared/matching-people";

export interface NameDialogProps {
  group: Pick<FaceGroupDto, "id" | "memberId" | "name">;
  faceId: string | null;
  /** Receives the group with its new name; a different one if it was merged. */
  onNamed: (group: FaceGroupDto) => void;
  onClose: () => void;
}

const choice = "flex min-h-12 w-full items-center gap-3 px-3 text-left hover:bg-sunk";

/**
 * Asks who this is. Pressing one of the family's people answers; admins can add someone new. Enter answers only if what
 * was typed can mean just one of these.
 */
export function NameDialog({ group, faceId, onNamed, onClose }: NameDialogProps) {
  const { user } = useAuth();
  const queryClient = useQueryClient();
  const refresh = useRefreshPeople();
  const familyId = user?.currentFamily?.id ?? "";
  const people = useQuery({ ...peopleOptions(familyId), enabled: familyId !== "" });
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  // Doesn't refetch again and again: the server has the last word.
  const recognition = useQuery({ ...recognitionOptions(), staleTime: 60_000, refetchInterval: false });
  const marked = recognition.data?.neverRecognized ?? [];
  const shown = matchingPeople(people.data ?? [], typed).filter(({ id }) => !marked.includes(id));
  const isKnown = (people.data ?? []).some(
    (person) => person.displayName.toLowerCase() === name.toLowerCase(),
  );
  const canAdd = Boolean(user?.isAdmin && people.data) && name !== "" && !isKnown;

  const {
    run: save,
    isBusy,
    error,
  } = useAction(
    async (change: GroupChange) => {
      const named = await requestGroupChange(group.id, change);
      if (change.newPersonName) await queryClient.invalidateQueries({ queryKey: peopleKey(familyId) });
      void refresh(named.id === group.id ? undefined : group.id);
      onNamed(named);
    },
    { fallback: notSaved },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name === "") return;
    const [first, ...others] = shown;
    const meant = personCalled(shown, name) ?? (canAdd || others.length > 0 ? undefined : first);
    if (meant) void save({ memberId: meant.id });
    else if (canAdd && !first) void save({ newPersonName: name });
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={group.name ? <bdi>{group.name}</bdi> : "Who is this?"}
        description={group.name ? "Choose another name for these photos." : undefined}
        footer={
          <>
            {group.memberId && <RemoveName isBusy={isBusy} onRemove={() => void save({ memberId: null })} />}
            <DialogClose className={buttonClasses({ variant: "secondary" })}>Cancel</DialogClose>
          </>
        }
      >
        <form onSubmit={submit} noValidate className="grid gap-4">
          <FacePicture faceId={faceId} isEager className="mx-auto size-28" />
          <FormAlert message={error} />
          <FormField label="Name">
            {(control) => (
              <Input
                {...control}
                value={typed}
                maxLength={80}
                placeholder="Type a name"
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </FormField>
        </form>
        {people.isPending && <Skeleton className="mt-3 h-24" />}
        {people.isError && (
          <div role="alert" className="mt-3 text-ink-soft">
            The family's people could not be loaded.{" "}
            <Button variant="secondary" size="small" onClick={() => void people.refetch()}>
              Try again
            </Button>
          </div>
        )}
        <People
          people={shown}
          chosenId={group.memberId}
          newName={canAdd ? name : null}
          isBusy={isBusy}
          onChoose={(change) => void save(change)}
        />
        <p role="status" className="mt-2 text-step--1 text-ink-soft">
          {people.data && shown.length === 0 && name && !user?.isAdmin
            ? `There's no one called “${name}” in this album. An admin can add them.`
            : ""}
        </p>
      </DialogContent>
    </Dialog>
  );
}

interface PeopleProps {
  people: readonly FamilyMemberDto[];
  chosenId: string | null;
  /** A name that can be added as a new person. */
  newName: string | null;
  isBusy: boolean;
  onChoose: (change: GroupChange) => void;
}

function People({ people, chosenId, newName, isBusy, onChoose }: PeopleProps) {
  if (people.length === 0 && newName === null) return null;
  return (
    <ul
      aria-label="People of the family"
      className="mt-3 max-h-64 divide-y divide-line overflow-y-auto rounded-2xl border border-line"
    >
      {people.map(({ id, displayName }) => (
        <li key={id}>
          <button
            type="button"
            aria-disabled={isBusy}
            aria-current={id === chosenId || undefined}
            onClick={() => onChoose({ memberId: id })}
            className={choice}
          >
            <Avatar name={displayName} size="small" />
            <bdi className="min-w-0 flex-1 truncate">{displayName}</bdi>
          </button>
        </li>
      ))}
      {newName !== null && (
        <li>
          <button
            type="button"
            aria-disabled={isBusy}
            onClick={() => onChoose({ newPersonName: newName })}
            className={choice}
          >
            <UserRoundPlus aria-hidden="true" className="size-5 flex-none text-accent-strong" />
            <span className="min-w-0 flex-1 wrap-anywhere">
              Add <bdi className="font-semibold">{newName}</bdi> to the family
            </span>
          </button>
        </li>
      )}
    </ul>
  );
}

function RemoveName({ isBusy, onRemove }: { isBusy: boolean; onRemove: () => void }) {
  return (
    <Button variant="ghost" className="md:mr-auto" isBusy={isBusy} onClick={onRemove}>
      Remove name
    </Button>
  );
}
