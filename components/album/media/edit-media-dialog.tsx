"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { DescriptionEditor } from "@/components/album/uploads/description-editor";
import { useFirstYear } from "@/components/session/use-first-year";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { patchMedia, refreshMedia } from "@/lib/album/media/client/media-cache";
import { detailKey, updateMedia } from "@/lib/album/media/client/queries";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { suggestionsOptions } from "@/lib/album/tags/client/queries";
import { ApiError, errorMessage } from "@/lib/http/api-error";
import { yearsDown } from "@/lib/shared/album-years";
import { monthName } from "@/lib/shared/months";

const months = Array.from({ length: 12 }, (_, index) => index + 1);

/** From the current year back to the album's first, and the item's own if it lies outside. */
function yearsToChoose(own: number, firstYear: number): number[] {
  const years = yearsDown(firstYear, new Date().getFullYear());
  return years.includes(own) ? years : [own, ...years];
}

/** An item's description, year and month. What was typed stays when saving fails. */
export function EditMediaDialog({ item, onClose }: { item: MediaItemDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [description, setDescription] = useState(item.description);
  const [year, setYear] = useState(item.year);
  const [month, setMonth] = useState(item.month);
  const firstYear = useFirstYear();
  // Fails silently: nobody asked for it.
  const suggestions = useQuery({ ...suggestionsOptions(item.id), retry: false });
  const save = useMutation({
    mutationFn: () => updateMedia(item.id, { description, year, month }),
    onSuccess: (detail) => {
      queryClient.setQueryData(detailKey(item.id), detail);
      patchMedia(queryClient, item.id, () => ({
        description: detail.description,
        year: detail.year,
        month: detail.month,
        featured: detail.featured,
      }));
      onClose();
      const isMoved = detail.year !== item.year || detail.month !== item.month;
      toast({ title: isMoved ? `Moved to ${monthName(detail.month)} ${detail.year}` : "Saved" });
      if (isMoved) void refreshMedia(queryClient);
    },
  });
  const fault = save.error instanceof ApiError ? save.error.field : undefined;
  const message = save.error
    ? errorMessage(save.error, "It could not be saved. Please try again.")
    : undefined;
  const isGeneralFault = message !== undefined && !["description", "year", "month"].includes(fault ?? "");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) save.mutate();
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
          <div>
            <DescriptionEditor
              description={description}
              onChange={setDescription}
              seen={suggestions.data?.labels ?? []}
              onSubmit={() => save.mutate()}
            />
            {fault === "description" && (
              <p role="alert" className="mt-1.5 text-step--1 font-semibold text-danger">
                {message}
              </p>
            )}
          </div>
          <div className="grid grid-cols-2 gap-4">
            <FormField label="Month" error={fault === "month" ? message : undefined}>
              {(control) => (
                <Select {...control} value={month} onChange={(event) => setMonth(Number(event.target.value))}>
                  {months.map((number) => (
                    <option key={number} value={number}>
                      {monthName(number)}
                    </option>
                  ))}
                </Select>
              )}
            </FormField>
            <FormField label="Year" error={fault === "year" ? message : undefined}>
              {(control) => (
                <Select {...control} value={year} onChange={(event) => setYear(Number(event.target.value))}>
                  {yearsToChoose(item.year, firstYear).map((number) => (
                    <option key={number} value={number}>
                      {number}
                    </option>
                  ))}
                </Select>
              )}
            </FormField>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
