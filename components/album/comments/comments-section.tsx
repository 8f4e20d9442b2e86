"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CommentForm } from "@/components/album/comments/comment-form";
import { CommentRow } from "@/components/album/comments/comment-row";
import { saveDraft } from "@/components/album/comments/save-draft";
import { useComments } from "@/components/album/comments/use-comments";
import { VoiceNoteBox } from "@/components/album/comments/voice-note-box";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { counted } from "@/lib/shared/counted";

const draftKey = (mediaId: string) => ["comment draft", mediaId] as const;

/** The comments on an item, and a box for adding one. Pass the item's id as its key. */
export function CommentsSection({ mediaId }: { mediaId: string }) {
  const queryClient = useQueryClient();
  const { comments, total, query, post, say, edit, remove } = useComments(mediaId);
  const [draft, setDraft] = useState(() => queryClient.getQueryData<string>(draftKey(mediaId)) ?? "");

  function changeDraft(text: string) {
    setDraft(text);
    saveDraft(queryClient, draftKey(mediaId), text);
  }

  return (
    <>
      {query.data && total > 0 && (
        <p role="status" className="sr-only">
          {counted(total, "comment")}
        </p>
      )}
      {query.isPending && (
        <div role="status" aria-label="Loading the comments" className="mt-3 grid gap-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-11 w-4/5" />
        </div>
      )}
      {query.isError && !query.data && (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-ink-soft">
          The comments could not be loaded.
          <Button
            variant="secondary"
            size="small"
            isBusy={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Try again
          </Button>
        </div>
      )}
      {query.data && comments.length === 0 && (
        <p className="mt-1.5 text-ink-soft">Nobody has written anything yet. Say something kind.</p>
      )}
      {comments.length > 0 && (
        <ul aria-label="Comments" className="mt-4 grid gap-4">
          {comments.map((comment) => (
            <CommentRow
              key={comment.id}
              comment={comment}
              onEdit={(text) => edit(comment.id, text)}
              onDelete={() => remove(comment.id)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="mt-4"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more comments
        </Button>
      )}
      <div className="mt-4 grid gap-3">
        <VoiceNoteBox mediaId={mediaId} onSend={say} />
        <CommentForm
          label="Write a comment"
          placeholder="Write a comment"
          text={draft}
          onChange={changeDraft}
          submitLabel="Send"
          busyLabel="Sending..."
          onSubmit={async (text) => {
            await post(text);
            changeDraft("");
          }}
        />
      </div>
    </>
  );
}
