import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import {
  commentsKey,
  commentsOptions,
  createComment,
  createVoiceNote,
  deleteComment,
  updateComment,
} from "@/lib/album/comments/client/queries";
import type { VoiceDraft } from "@/lib/album/comments/client/voice-recording";
import type { CommentDto, CommentPageDto } from "@/lib/album/comments/schema";
import { detailKey } from "@/lib/album/media/client/queries";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { ApiError } from "@/lib/http/api-error";
import { randomKey } from "@/lib/shared/random-key";

type Pages = InfiniteData<CommentPageDto, number>;

/** The comments on an item and the actions on them; keeps the caches in step. */
export function useComments(mediaId: string) {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(commentsOptions(mediaId));

  function changePages(change: (items: CommentDto[], isLast: boolean) => CommentDto[], difference = 0) {
    queryClient.setQueryData<Pages>(commentsKey(mediaId), (data) => {
      if (!data) return data;
      const last = data.pages.length - 1;
      const pages = data.pages.map((page, index) => ({
        items: change(page.items, index === last),
        pagination: { ...page.pagination, total: page.pagination.total + difference },
      }));
      return { ...data, pages };
    });
    queryClient.setQueryData<MediaDetailDto>(
      detailKey(mediaId),
      (detail) => detail && { ...detail, commentCount: Math.max(0, detail.commentCount + difference) },
    );
  }

  /** Also brings in what others have written in the meantime. */
  function refresh() {
    void queryClient.invalidateQueries({ queryKey: commentsKey(mediaId) });
    void queryClient.invalidateQueries({ queryKey: detailKey(mediaId) });
  }

  async function show(comment: CommentDto) {
    // The answer to an earlier request would remove the new comment again.
    await queryClient.cancelQueries({ queryKey: commentsKey(mediaId) });
    changePages((items, isLast) => (isLast ? [...items, comment] : items), 1);
    refresh();
  }

  const post = useMutation({
    mutationFn: ({ text, key }: { text: string; key: string }) => createComment(mediaId, text, key),
    onSuccess: show,
  });
  const say = useMutation({
    mutationFn: (draft: VoiceDraft) => createVoiceNote(mediaId, draft),
    onSuccess: show,
  });
  const edit = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) => updateComment(id, text),
    onSuccess: (changed) =>
      changePages((items) => items.map((comment) => (comment.id === changed.id ? changed : comment))),
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      try {
        await deleteComment(id);
      } catch (error) {
        // Already deleted, by someone else or by an attempt whose answer was lost: the wanted outcome.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
      return id;
    },
    onSuccess: (id) => {
      changePages((items) => items.filter((comment) => comment.id !== id), -1);
      refresh();
    },
  });

  // The same text sent again after a failure is the same comment: perhaps only the answer was lost.
  const attempt = useRef<{ text: string; key: string } | null>(null);
  async function send(text: string) {
    if (attempt.current?.text !== text) attempt.current = { text, key: randomKey() };
    await post.mutateAsync(attempt.current);
    attempt.current = null;
  }

  const seen = new Set<string>();
  const comments = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
  return {
    comments,
    total: query.data?.pages.at(-1)?.pagination.total ?? 0,
    query,
    post: send,
    say: (draft: VoiceDraft) => say.mutateAsync(draft),
    edit: (id: string, text: string) => edit.mutateAsync({ id, text }),
    remove: (id: string) => remove.mutateAsync(id),
  };
}
