import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { patchMedia } from "@/lib/album/media/client/media-cache";
import { retryMedia } from "@/lib/album/media/client/mutations";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** 'Try again' on an item whose pictures failed. `attempt` counts, so the picture is requested again. */
export function useRetryMedia(item: Pick<MediaItemDto, "id">, onRetried?: () => void) {
  const queryClient = useQueryClient();
  const [attempt, setAttempt] = useState(0);

  const { run, isBusy } = useAction(
    async () => {
      const { derivatives, playable, playableSmall } = await retryMedia(item.id);
      patchMedia(queryClient, item.id, () => ({ derivatives, playable, playableSmall }));
      setAttempt((count) => count + 1);
      onRetried?.();
    },
    {
      failureTitle: "That didn't work",
      fallback: "The original is safe. Please try again in a moment.",
    },
  );

  return { run, isBusy, attempt };
}
