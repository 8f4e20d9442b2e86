import { counted } from "@/lib/shared/counted";

/** Pictures of one uploader are told of together for so long (product.md, Notifications). */
export const bundleMs = 10 * 60_000;

/** The name under which each person is told of a bundle once; it holds when the bundle began. */
export const bundleEventKey = (uploaderId: string, startedAt: Date): string =>
  `new-pictures:${uploaderId}:${startedAt.getTime()}`;

/** "Amara added 12 new photos", "Amara added a new video", "Amara added 3 new photos and 2 videos" */
export function newPicturesWords(name: string, photos: number, videos: number): string {
  if (photos + videos === 1) return `${name} added a new ${photos === 1 ? "photo" : "video"}`;
  if (videos === 0) return `${name} added ${counted(photos, "new photo")}`;
  if (photos === 0) return `${name} added ${counted(videos, "new video")}`;
  return `${name} added ${counted(photos, "new photo")} and ${counted(videos, "video")}`;
}
