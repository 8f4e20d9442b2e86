import { hashOfLikeness, packedTone } from "@/lib/album/similar/server/shot";
import { db } from "@/lib/db";
import { type FamilyPerson, type StoredMedia, storeMedia } from "@/tests/support/factories";
import { distinctLikeness } from "@/tests/support/sorter-items";

export interface MeasuredValues {
  likeness?: string;
  sharpness?: number;
  isPaper?: boolean;
  isDark?: boolean;
}

/** A measured item of this person's, without files. */
export async function storeMeasuredMedia(
  owner: FamilyPerson,
  { likeness = distinctLikeness(), ...measures }: MeasuredValues = {},
  values: Parameters<typeof storeMedia>[1] = {},
): Promise<StoredMedia> {
  const kept = await storeMedia(owner, { hasFiles: false, width: 4000, height: 3000, ...values });
  await db.mediaMeasures.create({
    data: {
      mediaId: kept.id,
      familyId: owner.familyId,
      queuedAt: null,
      differenceHash: hashOfLikeness(likeness),
      sharpness: 200,
      brightness: 120,
      tone: packedTone([100, 110, 120]),
      ...measures,
    },
    select: { mediaId: true },
  });
  return kept;
}

/** A picture's hash with these bits flipped. */
export function turned(likeness: string, bits: readonly number[]): string {
  const hash = bits.reduce((all, bit) => all ^ (1n << BigInt(bit)), BigInt(`0x${likeness}`));
  return hash.toString(16).padStart(16, "0");
}
