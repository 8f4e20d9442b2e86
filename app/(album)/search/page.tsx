import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SearchView } from "@/components/search/search-view";
import { requirePageActor } from "@/lib/auth/page-actor";
import { existingHashtagsKey } from "@/lib/features/hashtags/queries";
import { listExistingHashtags } from "@/lib/features/hashtags/service";
import { listFoundPeople } from "@/lib/features/media/search-people-service";
import {
  foundPeopleKey,
  hasTerms,
  searchKey,
  searchPageSize,
  termsOf,
} from "@/lib/features/media/search-queries";
import { searchMedia } from "@/lib/features/media/search-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
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
    hasTerms(terms) ? searchMedia(actor, { ...terms, limit: searchPageSize }) : null,
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
