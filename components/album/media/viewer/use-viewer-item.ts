import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { detailOptions } from "@/lib/album/media/client/item-queries";
import { patchMedia } from "@/lib/album/media/client/media-cache";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";

/**
 * The server's current version of a list item. If something was generated in the meantime (a preview, a playable clip,
 * an edited photo), the grids get it too.
 */
export function useViewerItem(listed: MediaItemDto): {
  item: MediaItemDto;
  detail: MediaDetailDto | undefined;
} {
  const queryClient = useQueryClient();
  const { data: detail } = useQuery(detailOptions(listed.id));

  useEffect(() => {
    if (!detail) return;
    const { derivatives, playable, playableSmall, editVersion, isEdited } = detail;
    const { width, height, durationMs, thumbHash, panorama } = detail;
    const isAsListed =
      derivatives === listed.derivatives &&
      playable === listed.playable &&
      playableSmall === listed.playableSmall &&
      editVersion === listed.editVersion;
    if (isAsListed) return;
    patchMedia(queryClient, detail.id, () => ({
      derivatives,
      playable,
      playableSmall,
      width,
      height,
      durationMs,
      thumbHash,
      panorama,
      editVersion,
      isEdited,
    }));
  }, [queryClient, detail, listed.derivatives, listed.playable, listed.playableSmall, listed.editVersion]);

  return { item: detail ? { ...listed, ...detail } : listed, detail };
}
