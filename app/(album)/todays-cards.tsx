import { HomeBookIdea } from "@/components/album/books/home-book-idea";
import { FilmOffers } from "@/components/album/films/film-offers";
import { listBookIdeas } from "@/lib/album/books/server/ideas-service";
import { listTimelyFilms } from "@/lib/album/films/server/proposal-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { visitorDay } from "@/lib/http/visitor-day";
import { TodaysMemories } from "./todays-memories";

/** Films for the season, by the visitor's clock: at the end of the year, and around birthdays. */
async function TodaysFilms({ actor }: { actor: MemberActor }) {
  const films = await listTimelyFilms(actor, await visitorDay());
  return films.length > 0 && <FilmOffers films={films} />;
}

/** Around New Year and before birthdays: a book that suits the season. */
async function TodaysBook({ actor }: { actor: MemberActor }) {
  const [idea] = await listBookIdeas(actor, await visitorDay());
  return idea ? <HomeBookIdea idea={idea} /> : null;
}

/** Home's cards for today's date. */
export function TodaysCards({ actor }: { actor: MemberActor }) {
  return (
    <>
      <TodaysMemories actor={actor} />
      <TodaysFilms actor={actor} />
      <TodaysBook actor={actor} />
    </>
  );
}
