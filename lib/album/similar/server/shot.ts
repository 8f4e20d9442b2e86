import { originalOfEdited } from "@/lib/album/media/edited-name";
import type { Shot } from "@/lib/album/similar/likeness";

/** What the album stores about a picture for comparing it. */
export interface MeasuredRow {
  id: string;
  fileName: string;
  width: number;
  height: number;
  takenAt: Date | null;
  differenceHash: bigint;
  sharpness: number;
  tone: number;
  isDark: boolean;
}

/** The browser's 16 hexadecimal digits as PostgreSQL stores them: a signed 64-bit number. */
export const hashOfLikeness = (likeness: string) => BigInt.asIntN(64, BigInt(`0x${likeness}`));
export const likenessOfHash = (hash: bigint) => BigInt.asUintN(64, hash).toString(16).padStart(16, "0");

export const packedTone = ([red, green, blue]: readonly [number, number, number]) =>
  red * 65_536 + green * 256 + blue;

export const toneOf = (packed: number): [number, number, number] => [
  packed >> 16,
  (packed >> 8) & 255,
  packed & 255,
];

/** As the sorter compares them (decision 22): one rule for new pictures and those already in the album. */
export function shotOf(row: MeasuredRow): Shot {
  return {
    id: row.id,
    likeness: likenessOfHash(row.differenceHash),
    tone: toneOf(row.tone),
    width: row.width,
    height: row.height,
    takenMs: row.takenAt?.getTime() ?? null,
    sharpness: row.sharpness,
    isDark: row.isDark,
    isEdited: originalOfEdited(row.fileName) !== null,
  };
}
