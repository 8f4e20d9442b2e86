import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { patchMedia } from "@/lib/features/media/media-cache";
import { retryMedia } from "@/lib/features/media/queries";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { errorMessage } from "@/lib/http/api-error";

/** 'Try again' on an item whose pictures failed. `attempt` counts, so that the picture is asked for anew. */
export function useRetryMedia(item: Pick<MediaItemDto, "id">, onRetried?: () => void) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  async function run() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const { derivatives, playable } = await retryMedia(item.id);
      patchMedia(queryClient, item.id, () => ({ derivatives, playable }));
      setAttempt((count) => count + 1);
      onRetried?.();
    } catch (error) {
      toast({
        title: "That did not work",
        description: errorMessage(error, "The original is safe. Please try again in a moment."),
        variant: "danger",
      });
    } finally {
      setIsBusy(false);
    }
  }

  return { run, isBusy, attempt };
}
