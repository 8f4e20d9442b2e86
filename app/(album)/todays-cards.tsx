import { FilmOffers } from "@/components/album/films/film-offers";
import { listTimelyFilms } from "@/lib/album/films/server/proposal-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { visitorDay } from "@/lib/http/visitor-day";
import { TodaysMemories } from "./todays-memories";

/** The films that it is the time for, by the visitor's clock: at the year's end, and around birthdays. */
async function TodaysFilms({ actor }: { actor: MemberActor }) {
  const films = await listTimelyFilms(actor, await visitorDay());
  return films.length > 0 && <FilmOffers films={films} />;
}

/** What home has because of today's date. */
export function TodaysCards({ actor }: { actor: MemberActor }) {
  return (
    <>
      <TodaysMemories actor={actor} />
      <TodaysFilms actor={actor} />
    </>
  );
}
