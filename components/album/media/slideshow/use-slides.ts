import { useEffect, useRef, useState } from "react";
import { isPlayableClip } from "@/components/album/media/slideshow/slide";
import { preloadPictures } from "@/components/album/media/viewer/preload-pictures";
import { useLatest } from "@/components/ui/use-latest";
import type { MediaList } from "@/lib/album/media/client/media-list";
import { mediumUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import type { SlideshowSettings } from "@/lib/album/slideshow/client/settings";
import { SlideOrder } from "@/lib/album/slideshow/slide-order";

/** A picture that takes longer than this is shown while it loads. */
const patienceMs = 10_000;
const retryMs = 1_000;

export interface SlidesOptions extends SlideshowSettings {
  items: MediaList;
  index: number;
  /** Whether `items` has every item. */
  isComplete: boolean;
  isPaused: boolean;
  onShow: (id: string) => void;
  /** Requests more items. */
  onNearEnd: () => void;
}

async function fetchPicture(item: MediaItemDto): Promise<void> {
  const image = new Image();
  image.src = mediumUrl(item);
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  // A picture that can't be loaded is replaced by its description.
  await Promise.race([image.decode?.().catch(() => {}), late]);
}

/** Moves from slide to slide: a photo after its seconds and once the next has arrived, a clip when it ends. */
export function useSlides(options: SlidesOptions) {
  const { items, index, isComplete, isShuffled, seconds, isPaused, onShow, onNearEnd } = options;
  const item = items.at(index);
  const [order] = useState(() => new SlideOrder());
  const isTimed = item !== undefined && !isPlayableClip(item);
  const upcoming = useRef<number | null>(null);
  // Counts the steps, so that a step still waiting for its picture is dropped when another follows.
  const turn = useRef(0);
  /** The step that is waiting for its picture. */
  const waiting = useRef<number | null>(null);

  // In a very long list, the feed has evicted items that are far away.
  const canShow = (at: number) => (items.at(at)?.derivatives ?? "failed") !== "failed";
  const choose = () => order.next(items, index, { isShuffled, isComplete, canShow });

  const prepare = useLatest(() => {
    if (!isComplete && (isShuffled || index >= items.length - 5)) onNearEnd();
    upcoming.current = choose();
    const next = upcoming.current === null ? undefined : items.at(upcoming.current);
    if (next) preloadPictures([next]);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each slide, and when the order changes
  useEffect(() => prepare(), [prepare, item?.id, isShuffled]);

  function show(at: number, isBack = false): void {
    const next = items.at(at);
    if (!next) return;
    if (!isBack) order.leave(items, index);
    onShow(next.id);
  }

  const advance = useLatest(async (): Promise<void> => {
    const mine = ++turn.current;
    const at = upcoming.current ?? choose();
    const next = at === null ? undefined : items.at(at);
    if (at === null || !next) {
      if (!isComplete) onNearEnd();
      // A photo's clock tries again; a clip that is over has none.
      if (!isTimed) setTimeout(() => mine === turn.current && advance(), retryMs);
      return;
    }
    waiting.current = mine;
    await fetchPicture(next);
    if (mine !== turn.current) return;
    waiting.current = null;
    show(at);
  });

  // A picture being loaded isn't shown once the slideshow is paused or has ended.
  useEffect(() => {
    if (isPaused) turn.current++;
  }, [isPaused]);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts again with each slide
  useEffect(() => {
    if (isPaused || !isTimed) return;
    // If nothing follows a slide, or not yet, this retries.
    let timer = setTimeout(function step() {
      if (waiting.current !== turn.current) void advance();
      timer = setTimeout(step, retryMs);
    }, seconds * 1_000);
    return () => clearTimeout(timer);
  }, [advance, isPaused, isTimed, seconds, item?.id]);

  return {
    showNext: () => advance(),
    showPrevious: () => {
      turn.current++;
      const at = order.previous(items, index);
      if (at !== null) show(at, true);
    },
  };
}
