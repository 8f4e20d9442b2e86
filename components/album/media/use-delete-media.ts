import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRestoreMedia } from "@/components/album/media/use-restore-media";
import { useAuth } from "@/components/session/session-auth-provider";
import { toast } from "@/components/ui/toast";
import { dropMedia, refreshCounts, refreshMedia } from "@/lib/album/media/client/media-cache";
import { deleteMedia } from "@/lib/album/media/client/mutations";
import { trashKey } from "@/lib/album/media/client/queries";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { ApiError, errorMessage } from "@/lib/http/api-error";

const loginNeeded = "Authentication required. Please log in before deleting media.";

/** Deletes with an Undo in the toast (wordings of specification 5 and 8.7). */
export function useDeleteMedia() {
  const { user } = useAuth();
  const queryClient = useQueryClient();
  const restore = useRestoreMedia();
  const mutation = useMutation({ mutationFn: (item: Pick<MediaItemDto, "id">) => deleteMedia(item.id) });

  /**
   * @param onDeleted called before the item leaves the lists, so a viewer can move on from it; returns true if it
   * offers the Undo itself
   */
  async function run(
    item: Pick<MediaItemDto, "id" | "mediaType"> & Partial<Pick<MediaItemDto, "stack">>,
    onDeleted?: () => boolean | undefined,
  ) {
    if (!user) {
      toast({ title: loginNeeded, variant: "danger" });
      return;
    }
    try {
      await mutation.mutateAsync(item);
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.status === 401;
      toast({
        title: "Deletion failed",
        description: isSignedOut
          ? loginNeeded
          : errorMessage(error, "Nothing was deleted. Please try again."),
        variant: "danger",
      });
      return;
    }
    const isReportedElsewhere = onDeleted?.() ?? false;
    dropMedia(queryClient, item.id);
    queryClient.removeQueries({ queryKey: trashKey, type: "inactive" });
    // Another photo of the stack may take its place.
    void (item.stack ? refreshMedia : refreshCounts)(queryClient);
    if (isReportedElsewhere) return;
    toast({
      title: item.mediaType === "video" ? "Video deleted" : "Photo deleted",
      description: "It stays in the trash for 30 days.",
      durationMs: 8000,
      action: { label: "Undo", onSelect: () => void restore.run(item.id) },
    });
  }

  return { run, isBusy: mutation.isPending };
}
