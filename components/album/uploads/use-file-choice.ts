import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { nameFiles } from "@/components/album/uploads/name-files";
import { toast } from "@/components/ui/toast";
import { getUploadLimits } from "@/lib/album/uploads/client/queries";
import type { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import { type FileFilter, limitLabel, type SortedFiles, sortFiles } from "@/lib/album/uploads/file-rules";
import type { UploadLimits } from "@/lib/album/uploads/schema";

/** Specification 9.3. */
const tooLargeToastMs = 8000;

function describeTooLarge({ tooLarge }: SortedFiles, limits: UploadLimits): string {
  const sentences = (["image", "video"] as const).map((kind) => {
    const files = tooLarge.filter(({ mediaType }) => mediaType === kind).map(({ file }) => file);
    const noun = kind === "image" ? "images" : "videos";
    return files.length > 0 ? `${nameFiles(files)}: ${noun} can be up to ${limitLabel(kind, limits)}.` : "";
  });
  return sentences.filter(Boolean).join(" ");
}

/** Lists accepted files, reports those that are too large, and stores the other rejected ones. */
export function useFileChoice(engine: UploadEngine, filter: FileFilter) {
  const queryClient = useQueryClient();
  const [rejected, setRejected] = useState<SortedFiles | null>(null);

  async function choose(files: readonly File[]) {
    if (files.length === 0) return;
    const limits = await getUploadLimits(queryClient);
    const sorted = sortFiles(files, filter, limits);
    setRejected(sorted);
    engine.add(sorted.accepted);
    if (sorted.tooLarge.length === 0) return;
    toast({
      title: "File(s) too large",
      description: describeTooLarge(sorted, limits),
      durationMs: tooLargeToastMs,
      variant: "danger",
    });
  }

  return { choose, rejected, forgetRejected: () => setRejected(null) };
}
