"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { toastFailure } from "@/components/forms/toast-failure";
import {
  DiagnosticsList,
  type DiagnosticsListProps,
} from "@/components/operations/diagnostics/diagnostics-list";
import { Facts, StateBadge } from "@/components/operations/diagnostics/facts";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import { thumbnailUrl, viewerPath } from "@/lib/album/media/picture-urls";
import { isDiagnosisKey, rebuildItem } from "@/lib/operations/diagnostics/client/queries";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";
import { formatDuration } from "@/lib/shared/duration";
import { megabytes } from "@/lib/shared/megabytes";
import { formatMonth } from "@/lib/shared/months";

type Item = MediaDiagnosisDto;
type ListProps = Omit<DiagnosticsListProps, "children">;

/** Each item with the state of its renditions, and a button to regenerate its pictures. */
export function MediaStateList({ hasRebuildAll = false, ...list }: ListProps & { hasRebuildAll?: boolean }) {
  const { rebuild, busyIds } = useRebuild();
  return (
    <DiagnosticsList {...list}>
      {(items) => (
        <>
          {hasRebuildAll && (
            <Button
              className="justify-self-start"
              isBusy={busyIds.size > 0}
              onClick={() => void rebuild(items)}
            >
              <RefreshCw aria-hidden="true" />
              Rebuild all on this page
            </Button>
          )}
          <ul className="grid gap-3">
            {items.map((item) => (
              <ItemState
                key={item.id}
                item={item}
                isBusy={busyIds.has(item.id)}
                onRebuild={() => void rebuild([item])}
              />
            ))}
          </ul>
        </>
      )}
    </DiagnosticsList>
  );
}

function useRebuild() {
  const queryClient = useQueryClient();
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());

  /** One after the other: each is decoded on the server. */
  async function rebuild(items: readonly Item[]) {
    setBusyIds(new Set(items.map(({ id }) => id)));
    let failed: unknown = null;
    let made = 0;
    for (const { id } of items) {
      await rebuildItem(id).then(
        () => made++,
        (error) => {
          failed = error;
        },
      );
      setBusyIds((before) => new Set([...before].filter((one) => one !== id)));
    }
    if (failed) {
      toastFailure(`${made} of ${items.length} rebuilt`, failed, "The originals are safe. Please try again.");
    } else {
      toast({ title: made === 1 ? "Previews rebuilt" : `Previews of ${made} items rebuilt` });
    }
    await Promise.all([
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => isDiagnosisKey(queryKey[0]) }),
      refreshMedia(queryClient),
    ]);
  }
  return { rebuild, busyIds };
}

const stateOf = { none: "fine", ready: "fine", pending: "waiting", failed: "wrong" } as const;
const fileNames = {
  original: "Original",
  clip: "Clip",
  thumbnail: "Thumbnail",
  medium: "Medium",
  playable: "Playable MP4",
  "playable-small": "Playable MP4, 360p",
};

function ItemState({ item, isBusy, onRebuild }: { item: Item; isBusy: boolean; onRebuild: () => void }) {
  const hasClip = item.mediaType === "video" || item.playable !== "none";
  const size = item.width && item.height ? `${item.width} × ${item.height}` : "not known yet";
  return (
    <li className="card grid grid-cols-[88px_minmax(0,1fr)] gap-4 md:grid-cols-[160px_minmax(0,1fr)_auto]">
      {item.derivatives === "ready" ? (
        <img
          src={thumbnailUrl(item)}
          alt=""
          loading="lazy"
          className="aspect-square w-full max-w-40 rounded-2xl bg-sunk object-contain"
        />
      ) : (
        <div className="grid aspect-square w-full max-w-40 place-items-center rounded-2xl bg-sunk text-step--1 text-ink-faint">
          No preview
        </div>
      )}
      <div className="grid content-start gap-2.5">
        <h2 className="text-step-0 wrap-anywhere">
          <Link href={viewerPath(item.id)} prefetch={false} className="text-link">
            {item.fileName}
          </Link>
        </h2>
        <p className="flex flex-wrap gap-2">
          <StateBadge state={stateOf[item.derivatives]}>Thumbnail: {item.derivatives}</StateBadge>
          {hasClip && <StateBadge state={stateOf[item.playable]}>Playable: {item.playable}</StateBadge>}
          {item.playableSmall !== "none" && (
            <StateBadge state={stateOf[item.playableSmall]}>360p: {item.playableSmall}</StateBadge>
          )}
          {item.files
            .filter(({ isExpected, bytes }) => isExpected && bytes === null)
            .map(({ kind }) => (
              <StateBadge key={kind} state="wrong">
                {fileNames[kind]} is missing
              </StateBadge>
            ))}
        </p>
        {item.derivativeError && (
          <p className="text-step--1 text-danger wrap-anywhere">{item.derivativeError}</p>
        )}
        <Facts
          facts={[
            ["Type", `${item.mimeType}, ${formatMonth(item)}`],
            ["Size", hasClip && item.durationMs ? `${size}, ${formatDuration(item.durationMs)}` : size],
            [
              "Files",
              item.files
                .filter(({ bytes }) => bytes !== null)
                .map(({ kind, bytes }) => `${fileNames[kind]} ${megabytes(bytes ?? 0)}`)
                .join(", ") || "none",
            ],
            [
              "Attempts",
              hasClip
                ? `${item.deriveAttempts} previews, ${item.transcodeAttempts} videos`
                : item.deriveAttempts,
            ],
          ]}
        />
      </div>
      <Button
        variant="secondary"
        size="small"
        className="self-start justify-self-start max-md:col-start-2"
        isBusy={isBusy}
        onClick={onRebuild}
        aria-label={`Rebuild the previews of ${item.fileName}`}
      >
        <RefreshCw aria-hidden="true" />
        Rebuild
      </Button>
    </li>
  );
}
