import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { toast } from "@/components/ui/toast";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import { restoreMedia } from "@/lib/album/media/client/mutations";

/** Restores from the trash into every list. */
export function useRestoreMedia() {
  const queryClient = useQueryClient();
  const mutation = useMutation({ mutationFn: restoreMedia });

  /** @returns whether it was restored */
  async function run(id: string): Promise<boolean> {
    try {
      await mutation.mutateAsync(id);
    } catch (error) {
      toastFailure("It could not be restored", error, "It is still in the trash. Please try again.");
      return false;
    }
    toast({ title: "Restored", description: "It's back in its month." });
    await refreshMedia(queryClient);
    return true;
  }

  return { run, isBusy: mutation.isPending, busyId: mutation.isPending ? mutation.variables : null };
}
