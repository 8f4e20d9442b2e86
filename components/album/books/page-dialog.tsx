"use client";

import { ArrowLeft, ArrowRight, ImagePlus, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/album/books/icon-button";
import { PagePreview } from "@/components/album/books/page-preview";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { fetchedPart } from "@/components/ui/fetched-part";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { RadioCard } from "@/components/ui/radio-card";
import { Textarea } from "@/components/ui/textarea";
import { blurredOn } from "@/lib/album/books/book-text";
import { calendarMonthName } from "@/lib/album/books/calendar";
import { layoutNames, layoutsFor } from "@/lib/album/books/layouts";
import { type BookKind, maxPageCaption, maxPageHeading, maxPagePhotos } from "@/lib/album/books/limits";
import type { PrintedBook } from "@/lib/album/books/printed-book";
import type { BookPage } from "@/lib/album/books/schema";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

const PictureChooser = fetchedPart(
  async () => (await import("@/components/album/media/picture-chooser")).PictureChooser,
);

export interface PageDialogProps {
  kind: BookKind;
  /** From 0. */
  index: number;
  page: BookPage;
  printed: PrintedBook;
  items: ReadonlyMap<string, MediaItemDto>;
  onChange: (page: BookPage, items?: readonly MediaItemDto[]) => void;
  /** null for a page that can't be removed. */
  onRemove: (() => void) | null;
  onClose: () => void;
}

/** One page of a book: its photos, text and layout. Changes are shown immediately and saved. */
export function PageDialog({
  kind,
  index,
  page,
  printed,
  items,
  onChange,
  onRemove,
  onClose,
}: PageDialogProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const isCalendar = kind === "calendar";
  const blurred = blurredOn(printed, index + 1, items);
  const photos = page.mediaIds.flatMap((id) => items.get(id) ?? []);
  if (isChoosing) {
    return (
      <PictureChooser
        chosen={photos}
        min={0}
        max={maxPagePhotos}
        onChoose={(chosen) => {
          onChange({ ...page, mediaIds: chosen.map(({ id }) => id) }, chosen);
          setIsChoosing(false);
        }}
        onClose={() => setIsChoosing(false)}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={isCalendar ? calendarMonthName(index) : `Page ${index + 1}`}
        footer={
          <>
            {onRemove && (
              <Button variant="ghost" className="md:mr-auto" onClick={onRemove}>
                <Trash2 aria-hidden="true" />
                Remove page
              </Button>
            )}
            <Button onClick={onClose}>Done</Button>
          </>
        }
      >
        <div className="grid gap-5">
          <PagePreview
            printed={printed}
            index={index + 1}
            items={items}
            isLarge
            className="mx-auto w-full max-w-80 shadow-1"
          />
          {blurred.length > 0 && <BlurredNote count={blurred.length} />}
          <PagePhotos page={page} photos={photos} onChange={onChange} onAdd={() => setIsChoosing(true)} />
          {!isCalendar && <LayoutChoice page={page} onChange={onChange} />}
          {!isCalendar && (
            <FormField label="Heading">
              {(control) => (
                <Input
                  {...control}
                  value={page.heading}
                  maxLength={maxPageHeading}
                  onChange={({ target }) => onChange({ ...page, heading: target.value })}
                />
              )}
            </FormField>
          )}
          <FormField label="Caption">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={page.caption}
                maxLength={maxPageCaption}
                onChange={({ target }) => onChange({ ...page, caption: target.value })}
              />
            )}
          </FormField>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function BlurredNote({ count }: { count: number }) {
  return (
    <p className="flex items-start gap-2 rounded-xl bg-sunk p-3 text-step--1">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-accent-strong" />
      {count === 1
        ? "A photo has too few pixels for this size, so it may look blurry in print. Try it smaller, with others on the page."
        : "Some photos have too few pixels for their size, so they may look blurry in print. Try them smaller."}
    </p>
  );
}

interface PagePhotosProps {
  page: BookPage;
  photos: readonly MediaItemDto[];
  onChange: (page: BookPage) => void;
  onAdd: () => void;
}

function PagePhotos({ page, photos, onChange, onAdd }: PagePhotosProps) {
  const ids = page.mediaIds;
  const remove = (id: string) => onChange({ ...page, mediaIds: ids.filter((other) => other !== id) });
  function move(at: number, by: number) {
    const moved = [...ids];
    const [id] = moved.splice(at, 1);
    if (id !== undefined) moved.splice(at + by, 0, id);
    onChange({ ...page, mediaIds: moved });
  }
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Photos</legend>
      <ul className="flex flex-wrap gap-3">
        {photos.map((photo, at) => (
          <li key={photo.id} className="grid w-32 gap-1">
            <img
              src={thumbnailUrl(photo)}
              alt={mediaAlt(photo)}
              className="h-24 w-full rounded-xl object-cover"
            />
            <span className="flex justify-between">
              <IconButton label="Move earlier" isOff={at === 0} onPress={() => move(at, -1)}>
                <ArrowLeft aria-hidden="true" className="size-5" />
              </IconButton>
              <IconButton label="Remove from this page" onPress={() => remove(photo.id)}>
                <Trash2 aria-hidden="true" className="size-5" />
              </IconButton>
              <IconButton label="Move later" isOff={at === photos.length - 1} onPress={() => move(at, 1)}>
                <ArrowRight aria-hidden="true" className="size-5" />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="small" className="mt-2" onClick={onAdd} aria-haspopup="dialog">
        <ImagePlus aria-hidden="true" />
        Choose photos
      </Button>
    </fieldset>
  );
}

function LayoutChoice({ page, onChange }: { page: BookPage; onChange: (page: BookPage) => void }) {
  const layouts = layoutsFor(page.mediaIds.length);
  if (layouts.length === 0) return null;
  const chosen = page.layout && layouts.includes(page.layout) ? page.layout : null;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Layout</legend>
      <div className="grid grid-cols-2 gap-2.5">
        {[null, ...layouts].map((layout) => (
          <RadioCard
            key={layout ?? "best"}
            name="layout"
            value={layout ?? "best"}
            isChecked={chosen === layout}
            onChoose={() => onChange({ ...page, layout })}
          >
            {layout === null ? "What fits best" : layoutNames[layout]}
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
