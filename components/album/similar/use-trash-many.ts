import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastFailure } from "@/components/forms/toast-failure";
import { toast } from "@/components/ui/toast";
import { dropMedia, refreshCounts, refreshMedia } from "@/lib/album/media/client/media-cache";
import { deleteMedia, restoreMedia } from "@/lib/album/media/client/mutations";
import { trashKey } from "@/lib/album/media/client/queries";
import { counted } from "@/lib/shared/counted";

const isAboutSimilar = (key: unknown) => typeof key === "string" && /\/similar(-counts)?$/.test(key);

/** Moves several pictures to the trash, one after the other, with one Undo for all of them. */
export function useTrashMany() {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);

  async function restore(ids: readonly string[]) {
    const back = await Promise.allSettled(ids.map((id) => restoreMedia(id)));
    const failed = back.filter(({ status }) => status === "rejected").length;
    await refreshMedia(queryClient);
    toast(
      failed === 0
        ? { title: "Restored", description: `${counted(ids.length, "photo")} back in the album.` }
        : {
            title: `${counted(failed, "photo")} could not be restored`,
            description: "They are still in the trash, in the settings.",
            variant: "danger",
          },
    );
  }

  /** @returns the items that are now in the trash */
  async function run(ids: readonly string[], onTrashed: (ids: readonly string[]) => void) {
    setIsBusy(true);
    const gone: string[] = [];
    let failure: unknown = null;
    for (const id of ids) {
      try {
        await deleteMedia(id);
        gone.push(id);
      } catch (error) {
        failure ??= error;
      }
    }
    if (gone.length > 0) {
      onTrashed(gone);
      for (const id of gone) dropMedia(queryClient, id);
      queryClient.removeQueries({ queryKey: trashKey, type: "inactive" });
      void refreshCounts(queryClient);
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAboutSimilar(queryKey[0]) });
    }
    setIsBusy(false);
    if (failure) {
      toastFailure(
        gone.length > 0 ? `Only ${counted(gone.length, "photo")} moved to the trash` : "Deletion failed",
        failure,
        "The others are still in the album. Please try again.",
      );
    } else {
      toast({
        title: `${counted(gone.length, "photo")} moved to the trash`,
        description: "They stay there for 30 days.",
        durationMs: 8000,
        action: { label: "Undo", onSelect: () => void restore(gone) },
      });
    }
    return gone;
  }

  return { run, isBusy };
}
