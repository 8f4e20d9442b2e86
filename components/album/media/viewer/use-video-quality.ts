import { type RefObject, useEffect, useRef, useState } from "react";
import {
  automaticQuality,
  onQualityChoice,
  rememberSlowness,
  useQualityChoice,
} from "@/components/album/media/viewer/quality-choice";
import { useLatest } from "@/components/ui/use-latest";
import { streamUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto, StreamQuality } from "@/lib/album/media/schema";
import { offeredQualities, type QualityChoice } from "@/lib/album/media/video-quality";

/** A pause this long shows that the connection is too slow; a shorter one is tolerated, but not twice. */
const patienceMs = 3_000;
const maxStalls = 2;

/** The quality to start with. */
function pick(offered: readonly StreamQuality[], choice: QualityChoice): StreamQuality {
  const wanted = choice === "auto" ? automaticQuality() : choice;
  return offered.includes(wanted) ? wanted : (offered[0] ?? "720");
}

interface Place {
  seconds: number;
  isPlaying: boolean;
  rate: number;
}

/**
 * Decides which of a long video's renditions plays: the chosen one, or what the connection carries. If it stalls, the
 * smaller one takes over at the same moment; a sharper one only before it starts, or by hand.
 */
export function useVideoQuality(item: MediaItemDto, player: RefObject<HTMLVideoElement | null>) {
  const choice = useQualityChoice();
  const offered = offeredQualities(item);
  const [held, setHeld] = useState<StreamQuality | null>(null);
  const quality = held ?? pick(offered, choice);
  const place = useRef<Place | null>(null);
  const stalls = useRef({ count: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  const canSwitch = offered.length > 1;
  const canGoDown = canSwitch && choice === "auto" && quality === "720";

  function switchTo(next: StreamQuality) {
    const video = player.current;
    if (!video || held === null || next === held) return;
    place.current ??= { seconds: video.currentTime, isPlaying: !video.paused, rate: video.playbackRate };
    clearTimeout(stalls.current.timer);
    stalls.current.count = 0;
    setHeld(next);
  }
  const onChoice = useLatest((next: QualityChoice) => switchTo(pick(offered, next)));
  const goDown = useLatest(() => {
    rememberSlowness();
    switchTo("360");
  });
  useEffect(() => onQualityChoice(onChoice), [onChoice]);
  useEffect(() => () => clearTimeout(stalls.current.timer), []);

  return {
    quality,
    canSwitch,
    src: item.playableSmall === "none" ? streamUrl(item.id) : streamUrl(item.id, quality),
    /** The poster would flash up between two renditions. */
    isSwitching: () => place.current !== null,
    handlers: {
      onPlay: () => setHeld(quality),
      onLoadedMetadata() {
        const [video, before] = [player.current, place.current];
        if (!video || !before) return;
        place.current = null;
        video.currentTime = before.seconds;
        video.playbackRate = before.rate;
        // It was playing, so the person has asked for it.
        if (before.isPlaying) video.play().catch(() => {});
      },
      onWaiting() {
        if (!canGoDown) return;
        // A seek has to wait for data on any connection.
        if (!player.current?.seeking) stalls.current.count += 1;
        if (stalls.current.count > maxStalls) return goDown();
        clearTimeout(stalls.current.timer);
        stalls.current.timer = setTimeout(goDown, patienceMs);
      },
      onPlaying: () => clearTimeout(stalls.current.timer),
      onPause: () => clearTimeout(stalls.current.timer),
    },
  };
}
