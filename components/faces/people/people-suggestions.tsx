"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PeopleSuggestionsProps } from "@/components/album/item/item-extras";
import { FacePicture } from "@/components/album/media/face-picture";
import { notSaved } from "@/components/faces/people/people-text";
import { toastFailure } from "@/components/forms/toast-failure";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { suggestionsKey, suggestionsOptions } from "@/lib/album/tags/client/queries";
import type { SuggestedPerson, SuggestionsDto } from "@/lib/album/tags/schema";
import { requestPlaceFace } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";

const NameDialog = fetchedPart(
  async () => (await import("@/components/faces/people/name-dialog")).NameDialog,
);

type UnnamedFace = SuggestionsDto["unnamed"][number];

/** Faces Keepsake thinks it recognises, which can be tagged with one press, and unnamed ones. */
export function PeopleSuggestions({ mediaId, tagged, onTag }: PeopleSuggestionsProps) {
  const queryClient = useQueryClient();
  // Fails silently: nobody asked for it.
  const { data } = useQuery({ ...suggestionsOptions(mediaId), retry: false });
  const [naming, setNaming] = useState<UnnamedFace | null>(null);
  const people = (data?.people ?? []).filter(({ memberId }) => !tagged.some(({ id }) => id === memberId));
  const unnamed = data?.unnamed ?? [];
  const isFull = tagged.length >= maxTagsPerItem;

  function change(next: (suggestions: SuggestionsDto) => SuggestionsDto) {
    queryClient.setQueryData<SuggestionsDto | null>(suggestionsKey(mediaId), (now) => now && next(now));
  }

  function tag(id: string, displayName: string) {
    if (!isFull && !tagged.some((person) => person.id === id)) onTag([...tagged, { id, displayName }]);
  }

  async function refuse(person: SuggestedPerson) {
    const without = (faceId: string) => (now: SuggestionsDto) => ({
      ...now,
      people: now.people.filter((one) => one.faceId !== faceId),
    });
    change(without(person.faceId));
    try {
      await requestPlaceFace(person.faceId, null);
      await queryClient.invalidateQueries({ queryKey: suggestionsKey(mediaId) });
    } catch (error) {
      change((now) => ({ ...now, people: [person, ...now.people] }));
      toastFailure("That didn't work", error, notSaved);
    }
  }

  function named(group: FaceGroupDto) {
    setNaming(null);
    if (group.memberId && group.name) tag(group.memberId, group.name);
  }

  if (people.length === 0 && unnamed.length === 0 && !naming) return null;
  return (
    <>
      {people.length > 0 && !isFull && <SuggestedPeople people={people} onTag={tag} onRefuse={refuse} />}
      {unnamed.length > 0 && <UnnamedFaces mediaId={mediaId} faces={unnamed} onName={setNaming} />}
      {naming && (
        <NameDialog
          group={{ id: naming.groupId, memberId: null, name: null }}
          faceId={naming.faceId}
          onNamed={named}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}

interface SuggestedPeopleProps {
  people: readonly SuggestedPerson[];
  onTag: (memberId: string, name: string) => void;
  onRefuse: (person: SuggestedPerson) => Promise<void>;
}

function SuggestedPeople({ people, onTag, onRefuse }: SuggestedPeopleProps) {
  return (
    <ul aria-label="Suggested people" className="mt-3 grid gap-2">
      {people.map((person) => (
        <li
          key={person.faceId}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl bg-honey-soft p-2.5"
        >
          <FacePicture faceId={person.faceId} className="size-12" />
          <p className="min-w-0 flex-1 font-semibold wrap-anywhere">
            Is this <bdi>{person.name}</bdi>?
          </p>
          <span className="flex gap-2">
            <Button
              size="small"
              aria-label={`Yes, this is ${person.name}`}
              onClick={() => onTag(person.memberId, person.name)}
            >
              Yes
            </Button>
            <Button
              variant="secondary"
              size="small"
              aria-label={`No, this is not ${person.name}`}
              onClick={() => void onRefuse(person)}
            >
              No
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface UnnamedFacesProps {
  mediaId: string;
  faces: readonly UnnamedFace[];
  onName: (face: UnnamedFace) => void;
}

function UnnamedFaces({ mediaId, faces, onName }: UnnamedFacesProps) {
  return (
    <div className="mt-3">
      <p id={`unnamed-in-${mediaId}`} className="text-step--1 text-ink-soft">
        Not named yet. Select a face to say who it is.
      </p>
      <ul aria-labelledby={`unnamed-in-${mediaId}`} className="mt-2 flex flex-wrap gap-2">
        {faces.map((face, index) => (
          <li key={face.faceId}>
            <button
              type="button"
              aria-label={faces.length > 1 ? `Who is this? Face ${index + 1}` : "Who is this?"}
              onClick={() => onName(face)}
              className="block rounded-full"
            >
              <FacePicture faceId={face.faceId} className="size-14" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
