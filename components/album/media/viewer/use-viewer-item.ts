import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { patchMedia } from "@/lib/album/media/client/media-cache";
import { detailOptions } from "@/lib/album/media/client/queries";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";

/**
 * A list item as the server has it now. Whatever was generated in the meantime (a preview, a playable clip) is new to
 * the grids too.
 */
export function useViewerItem(listed: MediaItemDto): {
  item: MediaItemDto;
  detail: MediaDetailDto | undefined;
} {
  const queryClient = useQueryClient();
  const { data: detail } = useQuery(detailOptions(listed.id));

  useEffect(() => {
    if (!detail) return;
    const { derivatives, playable, playableSmall, width, height, durationMs, thumbHash } = detail;
    const isAsListed =
      derivatives === listed.derivatives &&
      playable === listed.playable &&
      playableSmall === listed.playableSmall;
    if (isAsListed) return;
    patchMedia(queryClient, detail.id, () => ({
      derivatives,
      playable,
      playableSmall,
      width,
      height,
      durationMs,
      thumbHash,
    }));
  }, [queryClient, detail, listed.derivatives, listed.playable, listed.playableSmall]);

  return { item: detail ? { ...listed, ...detail } : listed, detail };
}
