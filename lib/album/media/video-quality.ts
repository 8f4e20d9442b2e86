import type { MediaItemDto, StreamQuality } from "@/lib/album/media/schema";

export type QualityChoice = "auto" | StreamQuality;

type Renditions = Pick<MediaItemDto, "playable" | "playableSmall">;

/** What Chromium reports about a connection (Network Information API); other browsers report nothing. */
export interface Connection {
  saveData?: boolean;
  effectiveType?: string;
  /** Mbit/s, at most 10. */
  downlink?: number;
}

/** Twice what 720p needs on average: sharp scenes take more. */
const sharpMegabits = 4;

/** The qualities in which a video can be played now, the smaller one first; only a long video has both. */
export function offeredQualities({ playable, playableSmall }: Renditions): StreamQuality[] {
  return [
    ...(playableSmall === "ready" ? (["360"] as const) : []),
    ...(playable === "ready" ? (["720"] as const) : []),
  ];
}

/** Whether there is nothing to play yet, but there will be. */
export const isBeingPrepared = (item: Renditions): boolean =>
  offeredQualities(item).length === 0 && [item.playable, item.playableSmall].includes("pending");

/** The quality a connection can play without stalling; 720p if nothing is known about it. */
export function qualityFor({ saveData, effectiveType, downlink }: Connection = {}): StreamQuality {
  const isSlow = effectiveType !== undefined && effectiveType !== "4g";
  return saveData || isSlow || (downlink !== undefined && downlink < sharpMegabits) ? "360" : "720";
}

/** The quality's name for people: by the picture's own size if that is less than 720 pixels. */
export function qualityName(item: Pick<MediaItemDto, "width" | "height">, quality: StreamQuality): string {
  const shortSide = Math.min(item.width ?? 720, item.height ?? 720);
  return quality === "720" && shortSide < 720 ? `${shortSide}p` : `${quality}p`;
}
