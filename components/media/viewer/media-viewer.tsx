"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as Radix from "radix-ui/dialog";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { useToggleHeart } from "@/components/hearts/use-toggle-heart";
import { viewerIdNow } from "@/components/media/use-viewer-address";
import { neighboursOf, preloadPictures } from "@/components/media/viewer/preload-pictures";
import { ViewerBar } from "@/components/media/viewer/viewer-bar";
import { ViewerCaption } from "@/components/media/viewer/viewer-caption";
import { type DetailsAim, ViewerDetails } from "@/components/media/viewer/viewer-details";
import { ViewerNeighbours } from "@/components/media/viewer/viewer-neighbours";
import { ViewerPicture } from "@/components/media/viewer/viewer-picture";
import { ViewerStage } from "@/components/media/viewer/viewer-stage";
import { ViewerUndo } from "@/components/media/viewer/viewer-undo";
import { ViewerVideo } from "@/components/media/viewer/viewer-video";
import { fetchedPart } from "@/components/ui/fetched-part";
import { patchMedia } from "@/lib/features/media/media-cache";
import { mediaAlt } from "@/lib/features/media/media-words";
import { detailOptions } from "@/lib/features/media/queries";
import type { MediaItemDto } from "@/lib/features/media/schema";

const SimilarHint = fetchedPart(async () => (await import("@/components/similar/similar-hint")).SimilarHint, {
  isQuiet: true,
});

export interface MediaViewerProps {
  items: readonly MediaItemDto[];
  index: number;
  /** How many the list holds in all, loaded or not. */
  total: number;
  /** How many come before the first of `items`. */
  before?: number;
  onShow: (id: string) => void;
  onClose: () => void;
  onNearEnd: () => void;
}

const itemsAhead = 5;

/** Whether a key press belongs to something that uses keys itself. */
function isTakenByControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, video, [contenteditable]") !== null
  );
}

/** Whether Escape belongs to a box with something typed in it. */
function isKeepingEscape(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-keeps-escape]") !== null;
}

/**
 * One picture or clip, full screen, with its neighbours at hand: arrows, swipe, h for the heart, i for the details,
 * c for the comments, Escape. Focus stays inside and goes back to the item's tile.
 */
export function MediaViewer({
  items,
  index,
  total,
  before = 0,
  onShow,
  onClose,
  onNearEnd,
}: MediaViewerProps) {
  const queryClient = useQueryClient();
  const surface = useRef<HTMLDivElement>(null);
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  const [aim, setAim] = useState<DetailsAim | null>(null);
  const toggleDetails = () => {
    setAim(null);
    setAreDetailsOpen(!areDetailsOpen);
  };
  const openDetailsAt = (section: DetailsAim["section"]) => {
    setAim({ section });
    setAreDetailsOpen(true);
  };
  const [deleted, setDeleted] = useState<MediaItemDto | null>(null);
  const forgetDeleted = useCallback(() => setDeleted(null), []);
  const listed = items[index] as MediaItemDto;
  const { data: detail } = useQuery(detailOptions(listed.id));
  const item: MediaItemDto = detail ? { ...listed, ...detail } : listed;
  const toggleHeart = useToggleHeart(item);

  const previous = items[index - 1];
  const next = items[index + 1];
  // A key that is pressed again before the page has followed goes on from where the address is.
  const showAt = (step: 1 | -1) => {
    const place = items.findIndex(({ id }) => id === viewerIdNow());
    const wanted = items[(place < 0 ? index : place) + step];
    if (wanted) onShow(wanted.id);
  };
  const showNext = () => showAt(1);
  const showPrevious = () => showAt(-1);

  useEffect(() => preloadPictures(neighboursOf(items, index)), [items, index]);

  // A notification of a comment leads here.
  useEffect(() => {
    const follow = () => {
      if (window.location.hash !== "#comments") return;
      setAim({ section: "comments" });
      setAreDetailsOpen(true);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);

  const isNearEnd = index >= items.length - itemsAhead;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  // What the server made meanwhile (a preview, a playable clip) is news for the grids too.
  useEffect(() => {
    if (!detail) return;
    const { derivatives, playable, width, height, durationMs, thumbHash } = detail;
    if (derivatives === listed.derivatives && playable === listed.playable) return;
    patchMedia(queryClient, detail.id, () => ({
      derivatives,
      playable,
      width,
      height,
      durationMs,
      thumbHash,
    }));
  }, [queryClient, detail, listed.derivatives, listed.playable]);

  const title = mediaAlt(item);
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // Dialogs over the viewer are its children for React, not for the document.
    if (!(event.target instanceof Node) || !surface.current?.contains(event.target)) return;
    if (event.metaKey || event.ctrlKey || event.altKey || isTakenByControl(event.target)) return;
    const actions: Record<string, () => unknown> = {
      ArrowRight: showNext,
      ArrowLeft: showPrevious,
      h: toggleHeart,
      i: toggleDetails,
      c: () => openDetailsAt("comments"),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-[kit-fade_0.18s_ease-out] bg-[oklch(15%_0.015_350)]" />
        <Radix.Content
          ref={surface}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onEscapeKeyDown={(event) => {
            if (isKeepingEscape(event.target)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            surface.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            const tile = document.querySelector<HTMLElement>(
              `[data-media-id="${CSS.escape(listed.id)}"] a[href]`,
            );
            if (!tile) return;
            event.preventDefault();
            tile.focus({ preventScroll: true });
          }}
          className="fixed inset-0 z-30 flex flex-col text-white outline-none md:flex-row"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <p role="status" className="sr-only">
            {before + index + 1} of {total}
          </p>
          <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
            <ViewerBar
              item={item}
              place={`${before + index + 1} of ${total}`}
              areDetailsOpen={areDetailsOpen}
              onToggleDetails={toggleDetails}
              onClose={onClose}
              onDeleted={() => {
                const after = next ?? previous;
                if (after) {
                  setDeleted(item);
                  onShow(after.id);
                } else {
                  onClose();
                }
                return after !== undefined;
              }}
            />
            <div className="relative min-h-0 flex-1">
              <ViewerStage
                key={item.id}
                id={item.id}
                kind={item.mediaType === "image" && item.derivatives !== "failed" ? "photo" : "other"}
                onNext={showNext}
                onPrevious={showPrevious}
                onClose={onClose}
              >
                {({ scale }) =>
                  item.mediaType === "video" ? (
                    <ViewerVideo item={item} isEnlarged={scale > 1} />
                  ) : (
                    <ViewerPicture item={item} />
                  )
                }
              </ViewerStage>
              <SimilarHint
                item={item}
                onGone={(gone) => {
                  const stays = ({ id }: MediaItemDto) => !gone.includes(id);
                  const after = items.slice(index).find(stays) ?? items.slice(0, index).findLast(stays);
                  if (after) onShow(after.id);
                  else onClose();
                }}
              />
            </div>
            {deleted && <ViewerUndo key={deleted.id} item={deleted} onDone={forgetDeleted} />}
            <ViewerCaption
              item={item}
              detail={detail}
              onOpen={openDetailsAt}
              neighbours={
                <ViewerNeighbours
                  onPrevious={previous ? showPrevious : undefined}
                  onNext={next ? showNext : undefined}
                />
              }
            />
          </div>
          {areDetailsOpen && (
            <ViewerDetails item={item} detail={detail} aim={aim} onClose={() => setAreDetailsOpen(false)} />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
