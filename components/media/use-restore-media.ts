import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { refreshMedia } from "@/lib/features/media/media-cache";
import { restoreMedia } from "@/lib/features/media/queries";
import { errorMessage } from "@/lib/http/api-error";

/** Out of the trash, back into every list. */
export function useRestoreMedia() {
  const queryClient = useQueryClient();
  const mutation = useMutation({ mutationFn: restoreMedia });

  async function run(id: string) {
    try {
      await mutation.mutateAsync(id);
    } catch (error) {
      toast({
        title: "It could not be restored",
        description: errorMessage(error, "It is still in the trash. Please try again."),
        variant: "danger",
      });
      return;
    }
    toast({ title: "Restored", description: "It's back in its month." });
    await refreshMedia(queryClient);
  }

  return { run, isBusy: mutation.isPending, busyId: mutation.isPending ? mutation.variables : null };
}
