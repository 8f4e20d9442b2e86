import { useQuery } from "@tanstack/react-query";
import { Check, Plus } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { FacePicture } from "@/components/album/media/face-picture";
import { notSaved } from "@/components/faces/people/people-text";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import {
  addHashtagToBatch,
  fetchBatchSuggestions,
  tagGroupOnBatch,
} from "@/lib/faces/people/client/batch-suggestions";
import type { BatchSuggestionsDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";
import { fetchKnownMedia } from "@/lib/sorter/client/queries";
import type { ReviewItem } from "@/lib/sorter/review-item";

const NameDialog = fetchedPart(
  async () => (await import("@/components/faces/people/name-dialog")).NameDialog,
);

const pollMs = 5_000;
/** A large batch takes the worker longer than anyone waits here; it continues in the background. */
const watchMs = 5 * 60_000;

type Group = BatchSuggestionsDto["groups"][number];

/** Looks up uploaded files by their hashes, which the album knows. */
async function fetchSuggestions(sha256: readonly string[]): Promise<BatchSuggestionsDto> {
  const known = await fetchKnownMedia(sha256);
  return fetchBatchSuggestions([...known.values()].map(({ id }) => id));
}

/** Suggestions for the pictures just uploaded, as the worker analyses them: hashtags to add, people to name. */
export function UploadSuggestions({ items }: { items: Iterable<ReviewItem> }) {
  const sha256 = [...items].flatMap(({ outcome, facts }) =>
    outcome?.state === "uploaded" && facts ? [facts.sha256] : [],
  );
  const [isWatching, setWatching] = useState(true);
  const [naming, setNaming] = useState<Group | null>(null);
  const { data, refetch } = useQuery({
    queryKey: ["sorter suggestions", sha256],
    queryFn: () => fetchSuggestions(sha256),
    enabled: sha256.length > 0,
    retry: false,
    refetchInterval: ({ state }) => (isWatching && (state.data?.waiting ?? 0) > 0 ? pollMs : false),
  });
  useEffect(() => {
    const timer = setTimeout(() => setWatching(false), watchMs);
    return () => clearTimeout(timer);
  }, []);

  if (!data || (data.waiting === 0 && data.labels.length === 0 && data.groups.length === 0)) return null;
  const unnamed = data.groups.filter(({ memberId }) => memberId === null);
  const named = data.groups.filter(({ memberId }) => memberId !== null);
  return (
    <Card aria-labelledby="seen-in-upload" className="grid gap-4">
      <h2 id="seen-in-upload">Seen in your photos</h2>
      {data.labels.length > 0 && (
        <ul aria-label="Hashtags" className="grid gap-2.5">
          {data.labels.map((label) => (
            <li key={label.hashtag}>
              <LabelOffer {...label} />
            </li>
          ))}
        </ul>
      )}
      {named.length > 0 && (
        <ul aria-label="People" className="grid gap-2.5">
          {named.map((group) => (
            <li key={group.groupId}>
              <TagOffer group={group} onTagged={() => void refetch()} />
            </li>
          ))}
        </ul>
      )}
      {unnamed.length > 0 && (
        <div>
          <h3 id="unnamed-in-upload" className="mb-3">
            Who is this?
          </h3>
          <ul aria-labelledby="unnamed-in-upload" className="flex flex-wrap gap-4">
            {unnamed.map((group, index) => (
              <li key={group.groupId}>
                <button
                  type="button"
                  onClick={() => setNaming(group)}
                  className="grid justify-items-center gap-1 rounded-2xl text-step--1 text-ink-soft hover:underline"
                >
                  <FacePicture
                    faceId={group.faceId}
                    alt={`Who is this? Face ${index + 1}`}
                    className="size-20"
                  />
                  {counted(group.mediaIds.length, "photo")}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p role="status" className="text-step--1 text-ink-soft">
        {data.waiting > 0 &&
          (isWatching
            ? `Still looking at ${counted(data.waiting, "photo")}…`
            : `${counted(data.waiting, "photo")} left to look at. This continues in the background.`)}
      </p>
      {data.waiting > 0 && !isWatching && (
        <Link href="/people" className="text-link justify-self-start">
          See the people in your album
        </Link>
      )}
      {naming && (
        <NameDialog
          group={{ id: naming.groupId, memberId: null, name: null }}
          faceId={naming.faceId}
          onNamed={() => {
            setNaming(null);
            void refetch();
          }}
          onClose={() => setNaming(null)}
        />
      )}
    </Card>
  );
}

const row = "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-sunk px-4 py-2.5";

const failure = { failureTitle: "That didn't work", fallback: notSaved };

/** Renders "Keepsake sees a dog in 12 of them": one press adds the hashtag to those. */
function LabelOffer({ hashtag, mediaIds }: BatchSuggestionsDto["labels"][number]) {
  const [isAdded, setIsAdded] = useState(false);
  const { run, isBusy } = useAction(async () => {
    await addHashtagToBatch(hashtag, mediaIds);
    setIsAdded(true);
  }, failure);

  return (
    <div className={row}>
      <p className="min-w-0 flex-1">
        <span className="font-semibold">#{hashtag}</span> would fit {counted(mediaIds.length, "photo")}.
      </p>
      {isAdded ? (
        <p role="status" className="inline-flex min-h-11 items-center gap-1.5 font-semibold">
          <Check aria-hidden="true" className="size-5" />
          Added
        </p>
      ) : (
        <Button
          variant="secondary"
          size="small"
          isBusy={isBusy}
          aria-label={`Add #${hashtag}`}
          onClick={() => void run()}
        >
          <Plus aria-hidden="true" />
          Add
        </Button>
      )}
    </div>
  );
}

function TagOffer({ group, onTagged }: { group: Group; onTagged: () => void }) {
  const { run, isBusy } = useAction(async () => {
    await tagGroupOnBatch(group.groupId, group.mediaIds);
    onTagged();
  }, failure);

  return (
    <div className={row}>
      <FacePicture faceId={group.faceId} className="size-12" />
      <p className="min-w-0 flex-1">
        <bdi className="font-semibold">{group.name}</bdi> is in {counted(group.mediaIds.length, "photo")}.
      </p>
      <Button
        variant="secondary"
        size="small"
        isBusy={isBusy}
        aria-label={`Tag ${group.name}`}
        onClick={() => void run()}
      >
        <Plus aria-hidden="true" />
        Tag
      </Button>
    </div>
  );
}
