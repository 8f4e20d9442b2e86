import { HomeBookIdea } from "@/components/album/books/home-book-idea";
import { listBookIdeas } from "@/lib/album/books/server/ideas-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { visitorDay } from "@/lib/http/visitor-day";

/** Around New Year and before birthdays: a book that could be made now. */
export async function TodaysBook({ actor }: { actor: MemberActor }) {
  const [idea] = await listBookIdeas(actor, await visitorDay());
  return idea ? <HomeBookIdea idea={idea} /> : null;
}
