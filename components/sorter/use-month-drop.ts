import { type DragEvent, useState } from "react";
import type { Section } from "@/components/sorter/review-rows";

type Month = Extract<Section, { kind: "month" }>;

/**
 * Dropping pictures on a section of the review. Only months accept them: the other sections describe the pictures, not
 * where they go.
 */
export function useMonthDrop(isBusy: boolean, onDrop: (group: Month["group"]) => void) {
  const [overKey, setOverKey] = useState<string | null>(null);
  const isOfPictures = (event: DragEvent) => !event.dataTransfer.types.includes("Files");
  const dropOn = (section: Section) =>
    section.kind !== "month" || isBusy
      ? {}
      : {
          onDragOver: (event: DragEvent) => {
            if (!isOfPictures(event)) return;
            event.preventDefault();
            setOverKey(section.key);
          },
          onDragLeave: () => setOverKey(null),
          onDrop: (event: DragEvent) => {
            if (!isOfPictures(event)) return;
            event.preventDefault();
            setOverKey(null);
            onDrop(section.group);
          },
        };
  return { overKey, dropOn };
}
