import type { QueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { toast } from "@/components/ui/toast";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { changeStack, createStack } from "@/lib/album/stacks/client/queries";

/** Stacks the selection in the list's order: the first is on top. */
export async function stackSelected(
  queryClient: QueryClient,
  photos: readonly MediaItemDto[],
  onStacked: () => void,
): Promise<void> {
  try {
    const { topId, items } = await createStack(photos.map(({ id }) => id));
    onStacked();
    void refreshMedia(queryClient);
    toast({
      title: `${items.length} photos stacked`,
      description: "Open the stack to choose another one for the top.",
      action: { label: "Undo", onSelect: () => void unstack(queryClient, topId ?? "") },
    });
  } catch (error) {
    toastFailure("The photos could not be stacked", error, "Nothing was changed. Please try again.");
  }
}

async function unstack(queryClient: QueryClient, id: string): Promise<void> {
  try {
    await changeStack(id, "unstack");
    void refreshMedia(queryClient);
  } catch (error) {
    toastFailure("The photos could not be unstacked", error, "Please try again.");
  }
}
