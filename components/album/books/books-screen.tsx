"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { MediaPicture } from "@/components/album/media/media-picture";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { fetchedPart } from "@/components/ui/fetched-part";
import { LineDrawing } from "@/components/ui/line-drawing";
import { NotLoaded } from "@/components/ui/not-loaded";
import { PageHeader } from "@/components/ui/page-header";
import { describeBook } from "@/lib/album/books/book-text";
import { bookPath, booksOptions, createBook } from "@/lib/album/books/client/queries";
import type { BookIdeaDto, BookSummaryDto } from "@/lib/album/books/schema";
import { mediumUrl } from "@/lib/album/media/picture-urls";
import type { ShowChoices } from "@/lib/album/screens/show-choices";
import { randomKey } from "@/lib/shared/random-key";

const BookDialog = fetchedPart(async () => (await import("@/components/album/books/book-dialog")).BookDialog);

export interface BooksScreenProps {
  choices: ShowChoices;
  /** The reader's year. */
  thisYear: number;
  /** Whether the form for a new book is open at first. */
  isMaking: boolean;
}

/** A person's photo books and calendars, and those that the family shares. */
export function BooksScreen({ choices, thisYear, isMaking: isMakingAtFirst }: BooksScreenProps) {
  const router = useRouter();
  const { data, isError, refetch } = useQuery(booksOptions());
  const [isMaking, setIsMaking] = useState(isMakingAtFirst);
  const makeButton = (
    <Button onClick={() => setIsMaking(true)} aria-haspopup="dialog">
      <Plus aria-hidden="true" />
      New book
    </Button>
  );
  const isEmpty = data?.books.length === 0;
  return (
    <>
      <PageHeader
        title="Books and calendars"
        lead="Your best photos on paper, chosen and laid out for you to change."
        action={isEmpty ? undefined : makeButton}
      />
      {data && data.ideas.length > 0 && (
        <ul className="mb-8 grid gap-4 md:grid-cols-2" aria-label="Ideas">
          {data.ideas.map((idea) => (
            <BookIdea key={idea.title} idea={idea} />
          ))}
        </ul>
      )}
      {isError && !data && (
        <NotLoaded onRetry={() => void refetch()}>Your books could not be loaded.</NotLoaded>
      )}
      {isEmpty && (
        <EmptyState drawing="album" title="No books yet" action={makeButton}>
          A year, a holiday, a child: choose what it's about, and the best photos are laid out on its pages.
          You look through them, change what you like, and have it printed.
        </EmptyState>
      )}
      {data && !isEmpty && (
        <ul className="grid grid-cols-2 gap-x-3.5 gap-y-7 md:grid-cols-[repeat(auto-fill,minmax(230px,1fr))] md:gap-x-6">
          {data.books.map((book) => (
            <li key={book.id} className="min-w-0">
              <BookCard book={book} />
            </li>
          ))}
        </ul>
      )}
      {isMaking && (
        <BookDialog
          choices={choices}
          thisYear={thisYear}
          onClose={() => setIsMaking(false)}
          onMade={({ id }) => router.push(bookPath(id))}
        />
      )}
    </>
  );
}

function BookCard({ book }: { book: BookSummaryDto }) {
  const { id, title, cover, isMine, makerName, isShared } = book;
  return (
    <Link href={bookPath(id)} prefetch={false} className="group/book block min-w-0 rounded-2xl">
      <span className="block aspect-square overflow-hidden rounded-sm rounded-r-xl border-l-6 border-accent-strong bg-accent-soft shadow-1">
        {cover ? (
          <MediaPicture item={cover} src={mediumUrl(cover)} alt="" />
        ) : (
          <span className="grid size-full place-items-center text-accent-strong">
            <LineDrawing name="album" className="size-16" />
          </span>
        )}
      </span>
      <bdi className="mt-2.5 line-clamp-2 block font-display text-step-1 leading-snug font-[560] wrap-anywhere group-hover/book:underline">
        {title}
      </bdi>
      <span className="mt-0.5 block text-step--1 text-ink-soft">
        {describeBook(book)}
        {(isShared || !isMine) && (
          <span className="block">{isMine ? "Shared with the family" : `By ${makerName ?? "someone"}`}</span>
        )}
      </span>
    </Link>
  );
}

/** A book idea that suits the day, created with one press. */
function BookIdea({ idea }: { idea: BookIdeaDto }) {
  const router = useRouter();
  const key = useRef(randomKey());
  const { kind, title, text, source } = idea;
  const { run, isBusy } = useAction(
    async () => {
      const format = kind === "calendar" ? "a4" : "square";
      const { id } = await createBook({ kind, format, source }, key.current);
      router.push(bookPath(id));
    },
    { failureTitle: "The book could not be created" },
  );
  return (
    <li className="card flex flex-wrap items-center gap-4">
      <span className="min-w-0 flex-[1_1_14rem]">
        <span className="block font-display text-step-1 font-semibold">{title}</span>
        <span className="mt-1 block text-ink-soft">{text}</span>
      </span>
      <Button variant="secondary" isBusy={isBusy} busyLabel="Choosing photos..." onClick={() => void run()}>
        Make it
      </Button>
    </li>
  );
}
