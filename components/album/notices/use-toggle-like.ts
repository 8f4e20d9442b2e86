import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { noticesKey, toggleNoticeLike } from "@/lib/album/notices/client/queries";
import type { NoticeDto } from "@/lib/album/notices/schema";
import { randomKey } from "@/lib/shared/random-key";

const mutationKey = ["like a notice"];

/** Likes or unlikes immediately, and reverts if the server refuses. Presses are sent one after the other. */
export function useToggleLike(): (notice: NoticeDto) => void {
  const queryClient = useQueryClient();

  function patch(id: string, change: (notice: NoticeDto) => Partial<NoticeDto>) {
    queryClient.setQueryData<NoticeDto[] | null>(noticesKey, (notices) =>
      notices?.map((notice) => (notice.id === id ? { ...notice, ...change(notice) } : notice)),
    );
  }
  const flip = (id: string) =>
    patch(id, ({ isLiked, likeCount }) => ({
      isLiked: !isLiked,
      likeCount: Math.max(0, likeCount + (isLiked ? -1 : 1)),
    }));

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: "like a notice" },
    mutationFn: ({ id, key }: { id: string; key: string }) => toggleNoticeLike(id, key),
    onMutate: ({ id }) => flip(id),
    onSuccess: ({ count, isLiked }, { id }) => {
      // While another press is pending, its guess is newer than this answer.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      patch(id, () => ({ likeCount: count, isLiked }));
    },
    onError: (error, { id }) => {
      flip(id);
      toastFailure("Failed to toggle like", error, "Please check your connection and try again.");
    },
  });
  // The key is created with the press, so that the client's retries count as one press on the server.
  return ({ id }) => mutate({ id, key: randomKey() });
}
