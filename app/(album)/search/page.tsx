import type { Metadata } from "next";
import { SearchView } from "@/components/album/search/search-view";
import { existingHashtagsKey } from "@/lib/album/hashtags/client/queries";
import { listExistingHashtags } from "@/lib/album/hashtags/server/service";
import {
  foundPeopleKey,
  hasTerms,
  searchKey,
  searchPageSize,
  termsOf,
} from "@/lib/album/media/client/search-queries";
import { listFoundPeople } from "@/lib/album/media/server/search-people-service";
import { searchMedia } from "@/lib/album/media/server/search-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";

interface SearchPageProps {
  searchParams: Promise<{ q?: string | string[]; tag?: string | string[]; plain?: string | string[] }>;
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? null;

async function termsIn({ searchParams }: SearchPageProps) {
  const { q, tag, plain } = await searchParams;
  return termsOf({ q: one(q), tag: one(tag), plain: one(plain) });
}

export async function generateMetadata(props: SearchPageProps): Promise<Metadata> {
  const { q, tag } = await termsIn(props);
  const wanted = tag ? `#${tag}` : q;
  return { title: wanted ? `Search: ${wanted}` : "Search" };
}

export default async function SearchPage(props: SearchPageProps) {
  const actor = await requirePageActor();
  const terms = await termsIn(props);
  const [hashtags, people, found, screen] = await Promise.all([
    listExistingHashtags(actor),
    listFoundPeople(actor, terms.q),
    hasTerms(terms) ? searchMedia(actor, { ...terms, limit: searchPageSize, stacks: "collapsed" }) : null,
    guessScreen(),
  ]);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [existingHashtagsKey, hashtags],
        [foundPeopleKey(terms.q), people],
        ...(found ? [[searchKey(terms), { pages: [found], pageParams: [0] }] as const] : []),
      ])}
    >
      <SearchView screenGuess={screen} />
    </HydrationBoundary>
  );
}
