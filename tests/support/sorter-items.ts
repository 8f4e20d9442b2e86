import type { PictureMeasures } from "@/lib/album/similar/picture-measures";
import type { FileFacts } from "@/lib/sorter/file-facts";
import { freshItem, type ReviewItem } from "@/lib/sorter/review-item";

export const plainMeasures: PictureMeasures = {
  likeness: "a5c3f00f96693cc3",
  sharpness: 900,
  brightness: 120,
  highlight: 220,
  paper: { white: 0.05, ink: 0.2, colour: 0.2 },
  tone: [120, 110, 100],
};

let made = 0;
let seeds = 1_000_000;

/** 64 bits that differ from every other item's. */
export function distinctLikeness(seed = ++seeds): string {
  let state = (seed * 2654435761) >>> 0;
  let bits = "";
  for (let at = 0; at < 8; at++) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    bits += ((state >>> 11) & 255).toString(16).padStart(2, "0");
  }
  return bits;
}

/** An analysed picture that is not in the album, and similar to no other. */
export function sortedItem(
  facts: Partial<Omit<FileFacts, "measures">> & { measures?: Partial<PictureMeasures> } = {},
  about: Partial<ReviewItem> = {},
): ReviewItem {
  made += 1;
  const { measures, ...others } = facts;
  return {
    ...freshItem({
      id: `item-${made}`,
      name: `IMG_${made}.jpg`,
      path: `IMG_${made}.jpg`,
      bytes: 1000,
      modifiedMs: 1,
      kind: "image",
      mimeType: "image/jpeg",
    }),
    known: null,
    facts: {
      sha256: made.toString(16).padStart(64, "0"),
      taken: { at: "2024-07-03T14:05:00", source: "camera", confidence: "sure" },
      place: null,
      width: 1600,
      height: 1200,
      paper: null,
      preview: null,
      measures: { ...plainMeasures, likeness: distinctLikeness(made), ...measures },
      ...others,
    },
    ...about,
  };
}
