"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Crop } from "lucide-react";
import { type FormEvent, useState } from "react";
import { DescriptionEditor } from "@/components/album/uploads/description-editor";
import { MonthFields, type MonthFieldsProps } from "@/components/album/uploads/month-fields";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { fetchedPart } from "@/components/ui/fetched-part";
import { FormAlert } from "@/components/ui/form-alert";
import { toast } from "@/components/ui/toast";
import { patchMedia, refreshMedia } from "@/lib/album/media/client/media-cache";
import { updateMedia } from "@/lib/album/media/client/mutations";
import { detailKey } from "@/lib/album/media/client/queries";
import type { MediaItemDto, UpdateMediaInput } from "@/lib/album/media/schema";
import { suggestionsOptions } from "@/lib/album/tags/client/queries";
import { ApiError, errorMessage } from "@/lib/http/api-error";
import { formatMonth } from "@/lib/shared/months";

const PhotoEditor = fetchedPart(
  async () => (await import("@/components/album/media/photo-editor/photo-editor")).PhotoEditor,
);

/** Photos with a preview; animations can't be edited. */
const isAdjustable = ({ mediaType, derivatives, mimeType }: MediaItemDto) =>
  mediaType === "image" && derivatives === "ready" && mimeType !== "image/gif";

type FiledForm = MonthFieldsProps["form"];

const filedOf = ({ year, month, yearPrecision }: MediaItemDto): FiledForm => ({ year, month, yearPrecision });
const isSameFiled = ({ year, month, yearPrecision }: FiledForm, item: MediaItemDto) =>
  year === item.year && month === item.month && yearPrecision === item.yearPrecision;

/** Only what differs: someone else may have changed the rest since the form was opened. */
function changeOf(
  opened: MediaItemDto,
  description: string,
  filed: FiledForm & { year: number; month: number },
): UpdateMediaInput {
  const { year, month, yearPrecision } = filed;
  const isRough = yearPrecision !== "exact" || opened.yearPrecision !== "exact";
  return {
    ...(description === opened.description ? {} : { description }),
    ...(isSameFiled(filed, opened) ? {} : { year, month, ...(isRough ? { yearPrecision } : {}) }),
  };
}

/** An item's description, year and month, and a photo's adjustments. The typed text stays if saving fails. */
export function EditMediaDialog({ item, onClose }: { item: MediaItemDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [opened] = useState(item);
  const [description, setDescription] = useState(opened.description);
  const [filed, setFiled] = useState<FiledForm>(() => filedOf(opened));
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [isAdjusting, setIsAdjusting] = useState(false);
  const isUntouched = description === opened.description && isSameFiled(filed, opened);
  // Fails silently: nobody asked for it.
  const suggestions = useQuery({ ...suggestionsOptions(item.id), retry: false });
  const save = useMutation({
    mutationFn: (change: UpdateMediaInput) => updateMedia(item.id, change),
    onSuccess: (detail) => {
      queryClient.setQueryData(detailKey(item.id), detail);
      patchMedia(queryClient, item.id, () => ({
        description: detail.description,
        year: detail.year,
        month: detail.month,
        yearPrecision: detail.yearPrecision,
        featured: detail.featured,
      }));
      onClose();
      const isMoved = detail.year !== item.year || detail.month !== item.month;
      toast({ title: isMoved && !isSameFiled(filed, opened) ? `Moved to ${formatMonth(detail)}` : "Saved" });
      if (isMoved) void refreshMedia(queryClient);
    },
  });
  const fault = save.error instanceof ApiError ? save.error.field : undefined;
  const message = save.error
    ? errorMessage(save.error, "It could not be saved. Please try again.")
    : undefined;
  const isGeneralFault =
    message !== undefined && !["description", "year", "month", "yearPrecision"].includes(fault ?? "");

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setHasSubmitted(true);
    const { year, month } = filed;
    if (year === null || month === null || save.isPending) return;
    if (isUntouched) onClose();
    else save.mutate(changeOf(opened, description, { ...filed, year, month }));
  }

  if (isAdjusting) {
    return (
      <PhotoEditor
        mediaId={item.id}
        onClose={() => setIsAdjusting(false)}
        onSaved={() => (isUntouched ? onClose() : setIsAdjusting(false))}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={item.mediaType === "video" ? "Edit video" : "Edit photo"}
        footer={
          <>
            <DialogClose className={buttonClasses({ variant: "secondary" })}>Cancel</DialogClose>
            <Button type="submit" form="edit-media" isBusy={save.isPending} busyLabel="Saving...">
              Save
            </Button>
          </>
        }
      >
        <form id="edit-media" onSubmit={submit} className="grid gap-5">
          <FormAlert message={isGeneralFault ? message : null} />
          {isAdjustable(item) && (
            <Button variant="secondary" onClick={() => setIsAdjusting(true)}>
              <Crop aria-hidden="true" />
              Rotate, crop and adjust light
            </Button>
          )}
          <div>
            <DescriptionEditor
              description={description}
              onChange={setDescription}
              seen={suggestions.data?.labels ?? []}
              onSubmit={submit}
            />
            {fault === "description" && (
              <p role="alert" className="mt-1.5 text-step--1 font-semibold text-danger">
                {message}
              </p>
            )}
          </div>
          <MonthFields
            form={filed}
            hasSubmitted={hasSubmitted}
            errors={fault ? { [fault]: message } : undefined}
            onChange={(part) => setFiled((before) => ({ ...before, ...part }))}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
