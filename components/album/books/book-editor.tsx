"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, ChevronLeft, ImageIcon, Plus, Trash2, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FilePanel } from "@/components/album/books/file-panel";
import { IconButton } from "@/components/album/books/icon-button";
import { PagePreview } from "@/components/album/books/page-preview";
import { emptyPage, useBookDraft } from "@/components/album/books/use-book-draft";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { Select } from "@/components/ui/select";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { toast } from "@/components/ui/toast";
import { blankPages, blurredOn, describeBook } from "@/lib/album/books/book-text";
import { calendarMonthName } from "@/lib/album/books/calendar";
import { bookOptions, booksPath, deleteBook } from "@/lib/album/books/client/queries";
import { formatNames, formatsOf } from "@/lib/album/books/layouts";
import { type BookFormat, maxBookPages, maxBookTitle } from "@/lib/album/books/limits";
import type { BookDto, BookPage } from "@/lib/album/books/schema";
import { counted } from "@/lib/shared/counted";

const PageDialog = fetchedPart(async () => (await import("@/components/album/books/page-dialog")).PageDialog);
const PictureChooser = fetchedPart(
  async () => (await import("@/components/album/media/picture-chooser")).PictureChooser,
);
const ConfirmDialog = fetchedPart(async () => (await import("@/components/ui/confirm-dialog")).ConfirmDialog);

type Draft = ReturnType<typeof useBookDraft>;

/** A book or calendar, page by page: for viewing, editing and printing. */
export function BookEditor({ book: loaded }: { book: BookDto }) {
  const { data: book = loaded } = useQuery(bookOptions(loaded.id));
  // Back shows the page as it was loaded first, without what was saved since.
  const editing = useBookDraft(book.version > loaded.version ? book : loaded);
  const [openPage, setOpenPage] = useState<number | null>(null);
  const { draft, printed, items, change, state } = editing;
  const { pages, mayEdit } = draft;

  const setPage = (index: number, page: BookPage, added = [] as BookDto["items"]) =>
    change({ pages: pages.map((other, at) => (at === index ? page : other)) }, added);
  const opened = openPage === null ? undefined : pages[openPage];

  return (
    <>
      <Link
        href={booksPath}
        className="mb-3 inline-flex min-h-11 items-center gap-1 text-ink-soft hover:underline"
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
        Books and calendars
      </Link>
      <PageHeader
        title={<bdi>{draft.title}</bdi>}
        lead={describeBook({ ...draft, pageCount: pages.length })}
        action={mayEdit ? <SaveNote editing={editing} /> : undefined}
      />
      <Notes book={book} editing={editing} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <PageList editing={editing} onOpen={setOpenPage} />
        <div className="grid gap-4 max-lg:row-start-1 lg:sticky lg:top-24">
          {mayEdit && <BookSettings editing={editing} />}
          <FilePanel book={book} isDirty={state !== "saved"} onSave={editing.save} />
          {mayEdit && <DeleteButton book={draft} />}
        </div>
      </div>
      {opened && openPage !== null && (
        <PageDialog
          kind={draft.kind}
          index={openPage}
          page={opened}
          printed={printed}
          items={items}
          onChange={(page, added) => setPage(openPage, page, added ? [...added] : [])}
          onRemove={
            draft.kind === "calendar"
              ? null
              : () => {
                  change({ pages: pages.filter((_, at) => at !== openPage) });
                  setOpenPage(null);
                }
          }
          onClose={() => setOpenPage(null)}
        />
      )}
    </>
  );
}

const saveTexts = {
  saved: "Saved",
  waiting: "Saving...",
  saving: "Saving...",
  conflict: "Not saved",
  failed: "Not saved",
};

function SaveNote({ editing: { state } }: { editing: Draft }) {
  return (
    <p role="status" className="text-step--1 text-ink-soft">
      {saveTexts[state]}
    </p>
  );
}

/** Notes about a conflict, deleted photos, and photos that are too small. */
function Notes({ book, editing }: { book: BookDto; editing: Draft }) {
  const { printed, items, state, error, save, reload } = editing;
  const loading = useAction(reload, { failureTitle: "It could not be loaded" });
  const blurred = new Set(printed.document.pages.flatMap((_, at) => blurredOn(printed, at, items))).size;
  return (
    <div className="mb-5 grid gap-3 empty:hidden">
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-2xl bg-sunk p-4">
          <p className="flex-1 basis-64">{error}</p>
          {state === "conflict" ? (
            <Button size="small" isBusy={loading.isBusy} onClick={() => void loading.run()}>
              Load the latest version
            </Button>
          ) : (
            <Button size="small" onClick={() => void save()}>
              Try again
            </Button>
          )}
        </div>
      )}
      {book.missingCount > 0 && (
        <p className="rounded-2xl bg-sunk p-4">
          {counted(book.missingCount, "photo")} of it {book.missingCount === 1 ? "was" : "were"} deleted from
          the album, and {book.missingCount === 1 ? "isn't" : "aren't"} in it any more.
        </p>
      )}
      {blurred > 0 && (
        <p className="rounded-2xl bg-sunk p-4">
          {counted(blurred, "photo has", "photos have")} too few pixels for {blurred === 1 ? "its" : "their"}{" "}
          size on paper. The pages are marked.
        </p>
      )}
    </div>
  );
}

function BookSettings({ editing: { draft, items, change } }: { editing: Draft }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const cover = draft.coverId ? items.get(draft.coverId) : undefined;
  return (
    <section aria-labelledby="book-settings" className="card grid gap-4">
      <h2 id="book-settings" className="text-step-1">
        Cover and format
      </h2>
      <FormField label="Title">
        {(control) => (
          <Input
            {...control}
            value={draft.title}
            maxLength={maxBookTitle}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </FormField>
      <FormField label="Second line">
        {(control) => (
          <Input
            {...control}
            value={draft.subtitle}
            maxLength={maxBookTitle}
            onChange={({ target }) => change({ subtitle: target.value })}
          />
        )}
      </FormField>
      <FormField label="Format">
        {(control) => (
          <Select
            {...control}
            value={draft.format}
            onChange={({ target }) => change({ format: target.value as BookFormat })}
          >
            {formatsOf(draft.kind).map((format) => (
              <option key={format} value={format}>
                {formatNames[format]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <Button variant="secondary" onClick={() => setIsChoosing(true)} aria-haspopup="dialog">
        <ImageIcon aria-hidden="true" />
        Change the cover photo
      </Button>
      {draft.isMine && (
        <SettingSwitch
          label="Share with the family"
          hint="Everyone can look at it and download it. Otherwise only you can."
          checked={draft.isShared}
          onChange={(isShared) => change({ isShared })}
        />
      )}
      {isChoosing && (
        <PictureChooser
          chosen={cover ? [cover] : []}
          min={1}
          max={1}
          onChoose={(chosen) => {
            const [photo] = chosen;
            if (photo) change({ coverId: photo.id }, chosen);
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </section>
  );
}

function PageList({ editing, onOpen }: { editing: Draft; onOpen: (index: number) => void }) {
  const { draft, printed, items, change } = editing;
  const { pages, kind, mayEdit } = draft;
  const isCalendar = kind === "calendar";
  const blanks = isCalendar ? 0 : blankPages(pages.length);
  function move(at: number, by: number) {
    const moved = [...pages];
    const [page] = moved.splice(at, 1);
    if (page) moved.splice(at + by, 0, page);
    change({ pages: moved });
  }
  return (
    <section aria-label="Pages" className="min-w-0">
      <PagePreview
        printed={printed}
        index={0}
        items={items}
        isLarge
        className={isCalendar ? "mb-8 max-w-md rounded-sm shadow-2" : "mb-8 rounded-sm shadow-2"}
      />
      <ol className="grid gap-x-5 gap-y-7 sm:grid-cols-2 xl:grid-cols-3">
        {pages.map((_page, at) => (
          // A page has no name but its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at} className="min-w-0">
            <PageTile
              index={at}
              label={isCalendar ? calendarMonthName(at) : `Page ${at + 1}`}
              editing={editing}
              onOpen={mayEdit ? () => onOpen(at) : null}
            />
            {mayEdit && !isCalendar && (
              <span className="flex justify-center">
                <IconButton
                  label={`Move page ${at + 1} earlier`}
                  isOff={at === 0}
                  onPress={() => move(at, -1)}
                >
                  <ArrowLeft aria-hidden="true" className="size-5" />
                </IconButton>
                <IconButton
                  label={`Move page ${at + 1} later`}
                  isOff={at === pages.length - 1}
                  onPress={() => move(at, 1)}
                >
                  <ArrowRight aria-hidden="true" className="size-5" />
                </IconButton>
                <IconButton
                  label={`Add a page after page ${at + 1}`}
                  isOff={pages.length >= maxBookPages}
                  onPress={() => {
                    change({ pages: [...pages.slice(0, at + 1), emptyPage, ...pages.slice(at + 1)] });
                    onOpen(at + 1);
                  }}
                >
                  <Plus aria-hidden="true" className="size-5" />
                </IconButton>
              </span>
            )}
          </li>
        ))}
      </ol>
      {mayEdit && pages.length === 0 && (
        <Button variant="secondary" onClick={() => change({ pages: [emptyPage] })}>
          <Plus aria-hidden="true" />
          Add a page
        </Button>
      )}
      {blanks > 0 && (
        <p className="mt-6 text-step--1 text-ink-soft">
          {counted(blanks, "blank page is", "blank pages are")} added at the end, so that it can be bound.
        </p>
      )}
    </section>
  );
}

interface PageTileProps {
  index: number;
  label: string;
  editing: Draft;
  /** null if it is read-only. */
  onOpen: (() => void) | null;
}

function PageTile({ index, label, editing: { printed, items }, onOpen }: PageTileProps) {
  const isBlurred = blurredOn(printed, index + 1, items).length > 0;
  const preview = (
    <>
      <PagePreview printed={printed} index={index + 1} items={items} className="rounded-sm shadow-1" />
      <span className="mt-2 flex items-center justify-center gap-1.5 text-step--1 text-ink-soft">
        {label}
        {isBlurred && <TriangleAlert aria-hidden="true" className="size-4 text-accent-strong" />}
      </span>
    </>
  );
  if (!onOpen) return preview;
  return (
    <button
      type="button"
      aria-label={isBlurred ? `${label}, may look blurry in print` : label}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="block w-full rounded-lg focus-visible:outline-3 focus-visible:outline-offset-4 focus-visible:outline-accent-strong"
    >
      {preview}
    </button>
  );
}

function DeleteButton({ book }: { book: BookDto }) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const { run, isBusy } = useAction(
    async () => {
      await deleteBook(book.id);
      toast({ title: "Deleted", description: "Its photos are still in the album." });
      router.push(booksPath);
    },
    { failureTitle: "It could not be deleted" },
  );
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setIsAsking}
          title={`Delete “${book.title}”?`}
          description="Its pages and PDF are permanently deleted. Its photos stay in the album."
          confirmLabel="Delete"
          isBusy={isBusy}
          onConfirm={() => void run()}
        />
      )}
    </>
  );
}
