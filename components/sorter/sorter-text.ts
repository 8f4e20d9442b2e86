import type { DateSource } from "@/lib/album/media/taken-date";
import { counted } from "@/lib/shared/counted";
import { formatMonth } from "@/lib/shared/months";
import type { UncertainGroup } from "@/lib/sorter/arrange";
import type { Refusal, ReviewItem } from "@/lib/sorter/review-item";

/** Formats "12 photos", "1 clip", "13 photos and clips". */
export function describeCount(items: readonly (ReviewItem | undefined)[]): string {
  if (items.some((item) => !item?.kind)) return counted(items.length, "file");
  const clips = items.filter((item) => item?.kind === "video").length;
  if (clips === 0) return counted(items.length, "photo");
  if (clips === items.length) return counted(clips, "video");
  return `${items.length} photos and videos`;
}

const dateSourceTexts: Record<DateSource, string> = {
  camera: "from the camera",
  clip: "from the video itself",
  takeout: "from Google's records",
  name: "from the file name",
  modified: "when the file was last changed",
};

/** When an item was taken, and the source of that date. */
export function describeDate({ facts, chosenMonth }: ReviewItem): string {
  if (chosenMonth) return `${formatMonth(chosenMonth)}, chosen by you`;
  const taken = facts?.taken;
  if (!taken) return "No date";
  const [year = 0, month = 1, day = 1] = taken.at.slice(0, 10).split("-").map(Number);
  return `${day} ${formatMonth({ year, month })}, ${dateSourceTexts[taken.source]}`;
}

/** The text after the number and noun of a group whose month is uncertain. */
export function describeUncertainty(
  { reason, suggestion, statedYear }: UncertainGroup,
  firstYear: number,
): string {
  if (reason === "changed" && suggestion)
    return `No date inside. Last changed in ${formatMonth(suggestion)}.`;
  if (reason === "unset" && suggestion)
    return `${formatMonth(suggestion)}, according to a camera whose clock wasn't set.`;
  if (reason === "early") {
    return statedYear !== null && statedYear < firstYear
      ? `Taken in ${statedYear}, but the album begins in ${firstYear}. Choose a month for them.`
      : "Dated in the future. Choose a month for them.";
  }
  return "We can't tell when they were taken.";
}

export const refusalTexts: Record<Refusal, string> = {
  type: "Not a photo or video of a type this album takes",
  heic: "An iPhone's HEIC photo: export it as JPG",
  size: "Too large for this album",
  empty: "An empty file",
  broken: "The file is damaged and can't be read",
  missing: "The file has been moved or deleted",
  encrypted: "Password-protected",
};
