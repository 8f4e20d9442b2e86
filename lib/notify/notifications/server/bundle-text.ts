import { counted } from "@/lib/shared/counted";

/** For how long one uploader's pictures are reported together (product.md, Notifications). */
export const bundleMs = 10 * 60_000;

/** The key by which each person is notified of a bundle only once; it contains the bundle's start. */
export const bundleEventKey = (uploaderId: string, startedAt: Date): string =>
  `new-pictures:${uploaderId}:${startedAt.getTime()}`;

/** "Amara added 12 new photos", "Amara added a new video", "Amara added 3 new photos and 2 videos" */
export function describeNewUploads(name: string, photos: number, videos: number): string {
  if (photos + videos === 1) return `${name} added a new ${photos === 1 ? "photo" : "video"}`;
  if (videos === 0) return `${name} added ${counted(photos, "new photo")}`;
  if (photos === 0) return `${name} added ${counted(videos, "new video")}`;
  return `${name} added ${counted(photos, "new photo")} and ${counted(videos, "video")}`;
}
