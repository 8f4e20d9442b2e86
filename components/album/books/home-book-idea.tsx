import { BookImage } from "lucide-react";
import Link from "next/link";
import { booksPath } from "@/lib/album/books/client/queries";
import type { BookIdeaDto } from "@/lib/album/books/schema";

/** On home: an idea for a book that suits the day. Rendered by the server. */
export function HomeBookIdea({ idea: { title, text } }: { idea: BookIdeaDto }) {
  return (
    <Link href={booksPath} prefetch={false} className="card group/idea flex items-center gap-4">
      <span className="grid size-12 flex-none place-items-center rounded-full bg-accent-soft text-accent-strong">
        <BookImage aria-hidden="true" className="size-6" />
      </span>
      <span className="min-w-0">
        <span className="block font-display text-step-1 font-semibold group-hover/idea:underline">
          {title}
        </span>
        <span className="mt-0.5 block text-step--1 text-ink-soft">{text}</span>
      </span>
    </Link>
  );
}
