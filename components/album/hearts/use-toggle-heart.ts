import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "@/components/session/session-auth-provider";
import { toast } from "@/components/ui/toast";
import { addHeart, removeHeart } from "@/lib/album/hearts/client/queries";
import { patchMedia } from "@/lib/album/media/client/media-cache";
import { detailKey, favoritesKey } from "@/lib/album/media/client/queries";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";
import { ApiError, errorMessage } from "@/lib/http/api-error";

type Heartable = Pick<MediaItemDto, "id" | "isHearted">;

const loginNeeded = {
  like: "You must be logged in to like media",
  unlike: "You must be logged in to unlike media",
} as const;

/**
 * Hearts or unhearts immediately, and reverts if the server refuses (wordings of specification 5 and 8.7). Presses on
 * one item are sent one after the other, so the last one counts.
 */
export function useToggleHeart({ id, isHearted }: Heartable) {
  const { user } = useAuth();
  const queryClient = useQueryClient();

  const mutation = useMutation({
    scope: { id: `heart ${id}` },
    mutationFn: (isWanted: boolean) => (isWanted ? addHeart(id) : removeHeart(id)),
    onMutate: (isWanted) => patchHeart(isWanted),
    onSuccess: ({ count }, isWanted) => {
      // While another press is pending, its guess is newer than this answer.
      if (queryClient.isMutating({ predicate: (other) => other.options.scope?.id === `heart ${id}` }) > 1)
        return;
      patchMedia(queryClient, id, () => ({ isHearted: isWanted, heartCount: count }));
      queryClient.removeQueries({ queryKey: favoritesKey, type: "inactive" });
      void queryClient.invalidateQueries({ queryKey: detailKey(id) });
    },
    onError: (error, isWanted) => {
      patchHeart(!isWanted);
      const verb = isWanted ? "like" : "unlike";
      const isSignedOut = error instanceof ApiError && error.status === 401;
      toast({
        title: `Failed to ${verb}`,
        description: isSignedOut
          ? loginNeeded[verb]
          : errorMessage(error, "Please check your connection and try again."),
        variant: "danger",
      });
    },
  });

  function patchHeart(isWanted: boolean) {
    patchMedia(queryClient, id, (item) =>
      item.isHearted === isWanted
        ? {}
        : { isHearted: isWanted, heartCount: Math.max(0, item.heartCount + (isWanted ? 1 : -1)) },
    );
    if (!user) return;
    queryClient.setQueryData<MediaDetailDto>(detailKey(id), (detail) => {
      if (!detail) return detail;
      const others = detail.heartedBy.filter(({ userId }) => userId !== user.id);
      return {
        ...detail,
        heartedBy: isWanted ? [...others, { userId: user.id, name: user.displayName }] : others,
      };
    });
  }

  return function toggle() {
    if (!user) {
      toast({ title: loginNeeded[isHearted ? "unlike" : "like"], variant: "danger" });
      return;
    }
    mutation.mutate(!isHearted);
  };
}
