import { counted } from "@/lib/shared/counted";
import { listed } from "@/lib/shared/listed";

/** What others have added since someone's last visit. */
export interface AlbumNews {
  /** Their names, the one who added most first. */
  names: readonly string[];
  photos: number;
  videos: number;
}

const maxNames = 2;

/** Formats "Grandpa added 14 photos while you were out." */
export function describeNews({ names, photos, videos }: AlbumNews): string {
  const others = names.length - maxNames;
  const who = others > 1 ? [...names.slice(0, maxNames), `${others} others`] : names;
  const what = [
    ...(photos > 0 ? [counted(photos, "photo")] : []),
    ...(videos > 0 ? [counted(videos, "video")] : []),
  ];
  return `${listed(who)} added ${listed(what)} while you were out.`;
}
