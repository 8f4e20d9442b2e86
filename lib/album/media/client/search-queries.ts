import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FoundPersonDto, MediaItemDto, SearchPart } from "@/lib/album/media/schema";
import { plainStillIn } from "@/lib/album/media/search-parts";
import { apiErrorOf } from "@/lib/http/api-error";
import { identityHeaders, sessionHeaders } from "@/lib/http/stored-session";

/** What to search for: words, names, dates and types, or a hashtag without its #. */
export interface SearchTerms {
  q: string;
  tag: string;
  /** Parts of `q` to treat as plain words. */
  plain: string;
}

export interface SearchPage {
  items: MediaItemDto[];
  total: number;
  /** There are more than `total`: the server stops counting there. */
  isMore: boolean;
  /** The dates, types and people recognised in `q`. */
  understood: SearchPart[];
}

/** Results per page. */
export const searchPageSize = 60;
/** The largest page there is, for reading all results. */
const longPageSize = 200;

export const searchKey = (terms: SearchTerms) => ["/api/media/search", terms] as const;

/** An empty query returns nothing (specification 5), so the hook is skipped. */
export function hasTerms({ q, tag }: SearchTerms): boolean {
  return q !== "" || tag !== "";
}

/** The search terms of a URL, tidied: trimmed, the tag without its #. */
export function termsOf(parameters: {
  q?: string | null;
  tag?: string | null;
  plain?: string | null;
}): SearchTerms {
  const q = (parameters.q ?? "").trim();
  const tag = (parameters.tag ?? "").trim().replace(/^#/, "");
  return { q, tag, plain: plainStillIn(parameters.plain ?? "", q) };
}

function understoodIn(header: string | null): SearchPart[] {
  return header ? JSON.parse(decodeURIComponent(header)) : [];
}

async function fetchSearchPage(
  terms: SearchTerms,
  offset: number,
  signal: AbortSignal,
  limit = searchPageSize,
): Promise<SearchPage> {
  const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (terms.q) parameters.set("q", terms.q);
  if (terms.tag) parameters.set("tag", terms.tag);
  if (terms.plain) parameters.set("plain", terms.plain);
  parameters.set("stacks", "collapsed");
  const path = `/api/media/search?${parameters}`;
  // Not through the request helper, because the number of hits is in a header.
  const response = await fetch(path, {
    headers: { ...sessionHeaders(), ...identityHeaders(path) },
    credentials: "include",
    signal,
  });
  if (!response.ok) throw await apiErrorOf(response);
  const items: MediaItemDto[] = await response.json();
  return {
    items,
    total: Number(response.headers.get("X-Total-Count") ?? items.length),
    isMore: response.headers.get("X-Total-More") === "true",
    understood: understoodIn(response.headers.get("X-Search-Understood")),
  };
}

/** The hits from an offset to the last one. */
export async function* readSearch(
  terms: SearchTerms,
  offset: number,
  signal: AbortSignal,
): AsyncGenerator<readonly MediaItemDto[]> {
  for (let next = offset; ; ) {
    const { items } = await fetchSearchPage(terms, next, signal, longPageSize);
    if (items.length === 0) return;
    yield items;
    next += items.length;
    if (items.length < longPageSize) return;
  }
}

export const searchOptions = (terms: SearchTerms) =>
  infiniteQueryOptions({
    queryKey: searchKey(terms),
    queryFn: ({ pageParam, signal }) => fetchSearchPage(terms, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last: SearchPage, pages: SearchPage[]) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
      return last.items.length > 0 && (last.isMore || loaded < last.total) ? loaded : null;
    },
    enabled: hasTerms(terms),
    staleTime: 30_000,
    refetchOnMount: true,
    structuralSharing: false,
  });

export const foundPeopleKey = (q: string) => [`/api/people/named?q=${encodeURIComponent(q)}`] as const;

/** The family members the words may refer to. */
export const foundPeopleOptions = (q: string) =>
  queryOptions<FoundPersonDto[] | null>({
    queryKey: foundPeopleKey(q),
    enabled: q !== "",
    retry: false,
    staleTime: 30_000,
    refetchOnMount: true,
  });
