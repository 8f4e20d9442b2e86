"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useToggleHeart } from "@/components/album/hearts/use-toggle-heart";
import { neighboursOf, preloadPictures } from "@/components/album/media/viewer/preload-pictures";
import { useDetailsPanel } from "@/components/album/media/viewer/use-details-panel";
import { useStackMember } from "@/components/album/media/viewer/use-stack-member";
import { useViewerItem } from "@/components/album/media/viewer/use-viewer-item";
import { ViewerBar } from "@/components/album/media/viewer/viewer-bar";
import { ViewerCaption } from "@/components/album/media/viewer/viewer-caption";
import { ViewerDetails } from "@/components/album/media/viewer/viewer-details";
import { ViewerFrame } from "@/components/album/media/viewer/viewer-frame";
import { ViewerNeighbours } from "@/components/album/media/viewer/viewer-neighbours";
import { ViewerPanorama } from "@/components/album/media/viewer/viewer-panorama";
import { ViewerPicture } from "@/components/album/media/viewer/viewer-picture";
import { ViewerStage } from "@/components/album/media/viewer/viewer-stage";
import { ViewerUndo } from "@/components/album/media/viewer/viewer-undo";
import { ViewerVideo } from "@/components/album/media/viewer/viewer-video";
import { fetchedPart } from "@/components/ui/fetched-part";
import type { MediaList } from "@/lib/album/media/client/media-list";
import { mediaAlt } from "@/lib/album/media/media-text";
import type { MediaItemDto } from "@/lib/album/media/schema";

const SimilarHint = fetchedPart(
  async () => (await import("@/components/album/similar/similar-hint")).SimilarHint,
  {
    isQuiet: true,
  },
);

const StackStrip = fetchedPart(
  async () => (await import("@/components/album/stacks/stack-strip")).StackStrip,
  { isQuiet: true },
);

export interface MediaViewerProps {
  /** The item at `index` is loaded. */
  items: MediaList;
  index: number;
  /** The number of items in the list, loaded or not. */
  total: number;
  /** The number of items before the first of `items`. */
  before?: number;
  onShow: (id: string) => void;
  onClose: () => void;
  onNearEnd: () => void;
  onSlideshow: () => void;
}

const itemsAhead = 5;

const ShownItem = ({ item, isEnlarged }: { item: MediaItemDto; isEnlarged: boolean }) =>
  item.mediaType === "video" ? (
    <ViewerVideo item={item} isEnlarged={isEnlarged} />
  ) : (
    <ViewerPicture item={item} />
  );

/** The item to show when some are gone: the next one left, or otherwise the one before. */
function nearestLeft(items: MediaList, index: number, gone: readonly string[]): MediaItemDto | undefined {
  const stays = (at: number) => items.at(at) !== undefined && !gone.includes(items.at(at)?.id ?? "");
  let [after, before] = [index, index - 1];
  while (after < items.length && !stays(after)) after++;
  while (before >= 0 && !stays(before)) before--;
  return items.at(after) ?? items.at(before);
}

/**
 * Shows the item before or after. A key pressed again before the page has followed continues from the requested item.
 * The address can't be used for that: as the page follows an earlier press, Next overwrites it with that press's
 * address.
 */
function useShowNeighbour(items: MediaList, index: number, onShow: (id: string) => void) {
  const askedId = useRef<string | null>(null);
  const shownId = items.at(index)?.id;
  useEffect(() => {
    if (askedId.current === shownId) askedId.current = null;
  }, [shownId]);
  return (step: 1 | -1): void => {
    const asked = items.indexOf(askedId.current ?? "");
    const wanted = items.at((asked < 0 ? index : asked) + step);
    if (!wanted) return;
    askedId.current = wanted.id;
    onShow(wanted.id);
  };
}

/** Fetches the pictures around the shown one, and more of the list when its end is near. */
function useReadAhead(items: MediaList, index: number, onNearEnd: () => void): void {
  useEffect(() => preloadPictures(neighboursOf(items, index)), [items, index]);
  const isNearEnd = index >= items.length - itemsAhead;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);
}

/**
 * One picture or clip, full screen, with its neighbours at hand: arrows, swipe, h for the heart, i for the details, c
 * for the comments, s for a slideshow, Escape to close.
 */
export function MediaViewer({
  items,
  index,
  total,
  before = 0,
  onShow,
  onClose,
  onNearEnd,
  onSlideshow,
}: MediaViewerProps) {
  const details = useDetailsPanel();
  const [deleted, setDeleted] = useState<MediaItemDto | null>(null);
  const forgetDeleted = useCallback(() => setDeleted(null), []);
  const listed = items.at(index) as MediaItemDto;
  const [member, setMember] = useStackMember(listed);
  const { item, detail } = useViewerItem(member ?? listed);
  const toggleHeart = useToggleHeart(item);

  const previous = items.at(index - 1);
  const next = items.at(index + 1);
  const place = `${before + index + 1} of ${total}`;
  const showAt = useShowNeighbour(items, index, onShow);
  const showNext = () => showAt(1);
  const showPrevious = () => showAt(-1);
  const showOrClose = (other: MediaItemDto | undefined) => (other ? onShow(other.id) : onClose());

  useReadAhead(items, index, onNearEnd);

  function leaveDeleted(): boolean {
    // The list shows another photo of its stack.
    if (member) {
      setDeleted(item);
      setMember(null);
      return true;
    }
    const after = next ?? previous;
    if (after) setDeleted(item);
    showOrClose(after);
    return after !== undefined;
  }

  const leaveGone = (gone: readonly string[]) => showOrClose(nearestLeft(items, index, gone));

  const keys = {
    ArrowRight: showNext,
    ArrowLeft: showPrevious,
    h: toggleHeart,
    i: details.toggle,
    c: () => details.openAt("comments"),
    s: onSlideshow,
  };
  return (
    <ViewerFrame itemId={listed.id} title={mediaAlt(item)} place={place} keys={keys} onClose={onClose}>
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        <ViewerBar
          item={item}
          place={place}
          areDetailsOpen={details.isOpen}
          onToggleDetails={details.toggle}
          onClose={onClose}
          onDeleted={leaveDeleted}
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
            {({ scale }) => <ShownItem item={item} isEnlarged={scale > 1} />}
          </ViewerStage>
          {!item.stack && <SimilarHint item={item} onGone={leaveGone} />}
          <ViewerPanorama key={`around ${item.id}`} item={item} />
        </div>
        {item.stack && <StackStrip item={item} onShow={setMember} onTop={onShow} />}
        {deleted && <ViewerUndo key={deleted.id} item={deleted} onDone={forgetDeleted} />}
        <ViewerCaption
          item={item}
          detail={detail}
          onOpen={details.openAt}
          neighbours={
            <ViewerNeighbours
              onPrevious={previous ? showPrevious : undefined}
              onNext={next ? showNext : undefined}
              onSlideshow={total > 1 ? onSlideshow : undefined}
            />
          }
        />
      </div>
      {details.isOpen && (
        <ViewerDetails item={item} detail={detail} aim={details.aim} onClose={details.close} />
      )}
    </ViewerFrame>
  );
}
