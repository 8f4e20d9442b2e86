import type { Metadata } from "next";
import { BooksScreen } from "@/components/album/books/books-screen";
import { booksKey } from "@/lib/album/books/client/queries";
import { listBooks } from "@/lib/album/books/server/service";
import { listShowChoices } from "@/lib/album/screens/server/choices-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { visitorDay } from "@/lib/http/visitor-day";

export const metadata: Metadata = { title: "Books and calendars" };

/** With `?new`, opens with the form for a new book. */
export default async function BooksPage({
  searchParams,
}: {
  searchParams: Promise<{ new?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const [{ new: isMaking }, books, choices, today] = await Promise.all([
    searchParams,
    listBooks(actor),
    listShowChoices(actor),
    visitorDay(),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[booksKey, books]])}>
      <BooksScreen choices={choices} thisYear={Number(today.slice(0, 4))} isMaking={isMaking !== undefined} />
    </HydrationBoundary>
  );
}
