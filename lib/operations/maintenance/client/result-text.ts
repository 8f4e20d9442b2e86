import type { MaintenanceJobDto } from "@/lib/operations/maintenance/schema";
import { counted, numberText } from "@/lib/shared/counted";

const listed = (parts: readonly (string | null | false)[]) => parts.filter(Boolean).join(", ");

const some = (count: number | undefined, text: string) => (count ? `${numberText(count)} ${text}` : null);

/** What a finished job did, as a sentence. */
export function describeResult({ task, result, error }: MaintenanceJobDto): string {
  if (error) return error;
  if (task === "recount-storage") {
    const corrected = listed([
      result.storageBytes !== result.storageBytesBefore && "the storage used",
      result.monthsCorrected ? counted(result.monthsCorrected, "month") : null,
      result.albumsCorrected ? counted(result.albumsCorrected, "album") : null,
    ]);
    return corrected ? `Corrected: ${corrected}.` : "The counters were right.";
  }
  if (task === "rebuild-thumbnails") {
    const rebuilt = `${counted(result.rebuilt ?? 0, "item")} rebuilt`;
    return `${listed([rebuilt, some(result.failed, "could not be made")])}.`;
  }
  const wrong = listed([
    some(result.missing, "missing"),
    some(result.truncated, "of the wrong size"),
    some(result.altered, "with changed contents"),
  ]);
  return wrong
    ? `${counted(result.intact ?? 0, "original")} intact, ${wrong}.`
    : `All ${counted(result.intact ?? 0, "original")} intact.`;
}

/** What is wrong with an item that a job names. */
export const problemTexts: Record<string, string> = {
  failed: "its previews could not be made",
  missing: "its original is missing",
  truncated: "its original has a different size",
  altered: "its original has changed, or can't be read",
};
