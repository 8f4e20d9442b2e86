"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { CommentForm } from "@/components/album/comments/comment-form";
import { VoiceNotePlayer } from "@/components/album/comments/voice-note-player";
import { useAction } from "@/components/forms/use-action";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { CommentDto } from "@/lib/album/comments/schema";

export interface CommentRowProps {
  comment: CommentDto;
  onEdit: (text: string) => Promise<unknown>;
  onDelete: () => Promise<unknown>;
}

/** One comment: who wrote it, when, and its text; its author can edit it in place. */
export function CommentRow({ comment, onEdit, onDelete }: CommentRowProps) {
  const { displayName, text, recording, createdAt, editedAt, mayEdit, mayDelete } = comment;
  const what = recording ? "voice note" : "comment";
  const [draft, setDraft] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const closeEditor = () => {
    setDraft(null);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  return (
    <li className="flex gap-3">
      <Avatar name={displayName} size="small" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-1">
          <p className="min-w-0 flex-1 text-step--1 text-ink-faint">
            <bdi className="block truncate text-step-0 font-semibold text-ink">{displayName}</bdi>
            <RelativeTime iso={createdAt} />
            {editedAt && ", edited"}
          </p>
          {draft === null && mayEdit && (
            <Button
              ref={editButton}
              variant="ghost"
              size="icon"
              className="-mt-2"
              aria-label={recording ? "Write down what you said" : "Edit your comment"}
              title="Edit"
              onClick={() => setDraft(text)}
            >
              <Pencil aria-hidden="true" className="size-4.5!" />
            </Button>
          )}
          {draft === null && mayDelete && (
            <Button
              variant="ghost"
              size="icon"
              className="-mt-2 -mr-2"
              aria-label={mayEdit ? `Delete your ${what}` : `Delete ${displayName}'s ${what}`}
              title="Delete"
              onClick={() => setIsAsking(true)}
            >
              <Trash2 aria-hidden="true" className="size-4.5!" />
            </Button>
          )}
        </div>
        {recording && (
          <VoiceNotePlayer
            src={recording.url}
            durationMs={recording.durationMs}
            waveform={recording.waveform}
            label={`Voice note from ${displayName}`}
          />
        )}
        {draft === null ? (
          <p dir="auto" className="mt-0.5 overflow-hidden wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        ) : (
          <div className="mt-2">
            <CommentForm
              label={recording ? "What you said" : "Your comment"}
              isOptional={recording !== null}
              text={draft}
              onChange={setDraft}
              submitLabel="Save"
              busyLabel="Saving..."
              onSubmit={async (changed) => {
                await onEdit(changed);
                closeEditor();
              }}
              onCancel={closeEditor}
            />
          </div>
        )}
      </div>
      {isAsking && <DeleteQuestion what={what} onClose={() => setIsAsking(false)} onDelete={onDelete} />}
    </li>
  );
}

interface DeleteQuestionProps {
  what: string;
  onClose: () => void;
  onDelete: () => Promise<unknown>;
}

function DeleteQuestion({ what, onClose, onDelete }: DeleteQuestionProps) {
  const { run, isBusy, error } = useAction(
    async () => {
      await onDelete();
      onClose();
    },
    { fallback: "It could not be deleted. Please try again." },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete this ${what}?`}
      description={
        <>
          It is removed for everyone and can't be restored.
          {error && (
            <span role="alert" className="mt-2 block font-semibold text-danger">
              {error}
            </span>
          )}
        </>
      }
      confirmLabel="Delete"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}
