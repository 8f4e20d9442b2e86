"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { createNotice, deleteNotice, noticesKey, updateNotice } from "@/lib/album/notices/client/queries";
import type { NoticeDto } from "@/lib/album/notices/schema";
import { ApiError, errorMessage } from "@/lib/http/api-error";
import { changedFields } from "@/lib/shared/changed-fields";
import { maxNoticeMessageLength, maxNoticeTitleLength, noticeIncomplete } from "@/lib/shared/notice-preview";
import { randomKey } from "@/lib/shared/random-key";

export interface NoticeDialogProps {
  /** null for a new one. */
  notice: NoticeDto | null;
  onClose: () => void;
}

interface Change {
  work: () => Promise<unknown>;
  failure: string;
  done: string;
}

/** Changes the board, and reports the outcome. */
function useNoticeChange(onDone: () => void, onFailure: () => void) {
  const queryClient = useQueryClient();
  return useAction(
    async ({ work, failure, done }: Change) => {
      await work().catch((cause: unknown) => {
        throw new Error(`${failure}: ${errorMessage(cause, "Please check your connection and try again.")}`);
      });
      await queryClient.invalidateQueries({ queryKey: noticesKey });
      toast({ title: done });
      onDone();
    },
    { onFailure },
  );
}

const fieldsOf = (notice: NoticeDto | null) => ({
  title: notice?.title ?? "",
  message: notice?.message ?? "",
  isActive: notice?.isActive ?? true,
});

/** Posts, edits, hides or deletes a notice. The typed text stays if saving fails. */
export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const [opened] = useState(() => fieldsOf(notice));
  const [title, setTitle] = useState(opened.title);
  const [message, setMessage] = useState(opened.message);
  const [isActive, setIsActive] = useState(opened.isActive);
  const [isDeleting, setIsDeleting] = useState(false);
  // The same for every attempt with the same text, so a retry after a lost answer doesn't post a second notice.
  const posting = useRef({ typed: "", key: "" });

  const { run, isBusy, error, setError } = useNoticeChange(onClose, () => setIsDeleting(false));

  function save() {
    const content = { title: title.trim(), message: message.trim() };
    if (!content.title || !content.message) return setError(noticeIncomplete);
    if (notice) {
      const change = changedFields(opened, { ...content, isActive });
      if (Object.keys(change).length === 0) return onClose();
      void run({
        work: () => updateNotice(notice.id, change),
        failure: "Failed to update notice",
        done: "Notice saved",
      });
      return;
    }
    const typed = JSON.stringify(content);
    if (posting.current.typed !== typed) posting.current = { typed, key: randomKey() };
    void run({
      work: () => createNotice(content, posting.current.key),
      failure: "Failed to create notice",
      done: "Notice posted",
    });
  }

  if (isDeleting && notice) {
    const deletion = {
      work: () => deleteOnce(notice.id),
      failure: "Failed to delete notice",
      done: "Notice deleted",
    };
    return (
      <DeleteQuestion
        title={notice.title}
        isBusy={isBusy}
        onConfirm={() => void run(deletion)}
        onCancel={() => setIsDeleting(false)}
      />
    );
  }
  return (
    <FormDialog
      title={notice ? "Edit notice" : "Post a notice"}
      {...(notice ? {} : { description: "Everyone in the family is notified and sees it on the home page." })}
      submitLabel={notice ? "Save" : "Post"}
      busyLabel={notice ? "Saving..." : "Posting..."}
      isBusy={isBusy}
      extra={
        notice && (
          <Button variant="ghost" className="md:mr-auto" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        )
      }
      onSubmit={save}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <FormField label="Title">
        {(control) => (
          <Input
            {...control}
            value={title}
            maxLength={maxNoticeTitleLength}
            autoComplete="off"
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </FormField>
      <FormField label="Message">
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            value={message}
            maxLength={maxNoticeMessageLength}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </FormField>
      {notice && (
        <SettingSwitch
          label="On the board"
          hint="When off, only admins see it."
          checked={isActive}
          onChange={setIsActive}
        />
      )}
    </FormDialog>
  );
}

interface DeleteQuestionProps {
  title: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

function DeleteQuestion({ title, isBusy, onConfirm, onCancel }: DeleteQuestionProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title={`Delete “${title}”?`}
      description="This permanently deletes the notice and its likes. To take it off the board for a while, hide it instead."
      confirmLabel="Delete"
      isBusy={isBusy}
      onConfirm={onConfirm}
    />
  );
}

/** A notice that is already gone counts as deleted: another admin deleted it first, or an answer was lost. */
async function deleteOnce(id: string): Promise<void> {
  try {
    await deleteNotice(id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
