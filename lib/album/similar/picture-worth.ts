import { blurredUnder } from "@/lib/album/similar/picture-kind";

/** Signs of how much a family likes a photo or video. */
export interface LikedPicture {
  hearts: number;
  isFeatured: boolean;
  /** People tagged in it. */
  people: number;
  comments: number;
  hasDescription: boolean;
  /** null for a video, and until a photo has been measured. */
  sharpness: number | null;
}

/** How much a family seems to like an item. The first heart says more than the tenth. */
export function pictureWorth(picture: LikedPicture): number {
  const { hearts, isFeatured, people, comments, hasDescription, sharpness } = picture;
  const loved = 3 * Math.log2(1 + hearts) + (isFeatured ? 3 : 0);
  const engaging = 1.5 * Math.min(people, 4) + Math.log2(1 + comments) + (hasDescription ? 0.5 : 0);
  const sharp = sharpness === null ? 0 : Math.min(2, Math.log2(Math.max(1, sharpness) / blurredUnder) / 3);
  return loved + engaging + sharp;
}
