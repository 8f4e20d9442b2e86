import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BookEditor } from "@/components/album/books/book-editor";
import { bookKey } from "@/lib/album/books/client/queries";
import { getBook } from "@/lib/album/books/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

interface BookPageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: BookPageProps): Promise<Metadata> {
  const [actor, { id }] = [await requirePageActor(), await params];
  return { title: (await getBook(actor, id))?.title ?? "Page Not Found" };
}

export default async function BookPage({ params }: BookPageProps) {
  const actor = await requirePageActor();
  const book = await getBook(actor, (await params).id);
  if (!book) notFound();
  return (
    <HydrationBoundary state={hydratedQueries([[bookKey(book.id), book]])}>
      <BookEditor book={book} />
    </HydrationBoundary>
  );
}
