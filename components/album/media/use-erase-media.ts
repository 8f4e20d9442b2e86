import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { useAuth } from "@/components/session/session-auth-provider";
import { toast } from "@/components/ui/toast";
import { dropCachedImage } from "@/lib/album/media/client/image-cache";
import { dropMedia } from "@/lib/album/media/client/media-cache";
import { eraseMedia } from "@/lib/album/media/client/mutations";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { dropCachedPictures } from "@/lib/service-worker/cached-pictures";

/** Erases from the trash permanently, and from this device's offline storage. */
export function useEraseMedia() {
  const { user } = useAuth();
  const queryClient = useQueryClient();
  const mutation = useMutation({ mutationFn: (item: Pick<MediaItemDto, "id">) => eraseMedia(item.id) });

  async function run(item: Pick<MediaItemDto, "id" | "mediaType">) {
    try {
      await mutation.mutateAsync(item);
    } catch (error) {
      toastFailure("It could not be erased", error, "It is still in the trash. Please try again.");
      return;
    }
    dropMedia(queryClient, item.id);
    if (user) dropCachedImage(user.id, item.id);
    await dropCachedPictures(item.id);
    toast({ title: item.mediaType === "video" ? "Video erased" : "Photo erased" });
  }

  return { run, isBusy: mutation.isPending };
}
