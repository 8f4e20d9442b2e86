import { counted, numberText } from "@/lib/shared/counted";
import { listed } from "@/lib/shared/listed";
import type { Arrangement } from "@/lib/sorter/arrange";

export interface StayingFiles {
  kind: "alike" | "blurry" | "documents" | "uncertain" | "skipped" | "rejected";
  count: number;
}

const texts: Record<StayingFiles["kind"], (count: number) => string> = {
  alike: (count) => counted(count, "similar photo"),
  blurry: (count) => `${numberText(count)} blurry or dark`,
  documents: (count) => counted(count, "screenshot or document", "screenshots or documents"),
  uncertain: (count) => `${numberText(count)} without a month`,
  skipped: (count) => `${numberText(count)} left out`,
  rejected: (count) => `${numberText(count)} that can't be uploaded`,
};

const idCount = (groups: readonly { ids: readonly string[] }[]) =>
  groups.reduce((sum, { ids }) => sum + ids.length, 0);

/**
 * Everything that would not be on the server after the upload, by kind. Files already in the album don't count, nor do
 * files chosen twice: their content is in the album or counted once.
 */
export function stayingFiles({
  alike,
  blurry,
  documents,
  uncertain,
  skipped,
  rejected,
}: Arrangement): StayingFiles[] {
  const all: StayingFiles[] = [
    { kind: "alike", count: idCount(alike) },
    { kind: "blurry", count: blurry.length },
    { kind: "documents", count: documents.length },
    { kind: "uncertain", count: idCount(uncertain) },
    { kind: "skipped", count: skipped.length },
    { kind: "rejected", count: rejected.length },
  ];
  return all.filter(({ count }) => count > 0);
}

/** Formats "12 similar photos, 3 blurry or dark and 1 left out". */
export const describeStaying = (staying: readonly StayingFiles[]): string =>
  listed(staying.map(({ kind, count }) => texts[kind](count)));
