import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { SearchTerms } from "@/lib/album/media/client/search-queries";
import type { SearchPart } from "@/lib/album/media/schema";
import { searchAddress, withoutPart } from "@/lib/album/media/search-parts";
import { listed } from "@/lib/shared/listed";

/** No results: the search, and links that leave out each of its parts. */
export function NothingFound({ terms, parts }: { terms: SearchTerms; parts: readonly SearchPart[] }) {
  const fewer = parts
    .map((part) => ({ part, q: withoutPart(terms.q, part) }))
    .filter(({ q }) => q !== "" && q !== terms.q);
  return (
    <EmptyState
      drawing="search"
      title="No photos found matching query."
      className="pt-6 pb-8"
      action={
        fewer.length > 0 && (
          <ul aria-label="Broader searches" className="flex flex-wrap justify-center gap-2.5">
            {fewer.map(({ part, q }) => (
              <li key={part.start} className="max-w-full">
                <Link
                  href={searchAddress(q, terms.plain)}
                  prefetch={false}
                  className={buttonClasses({ variant: "secondary" })}
                >
                  Search without {part.label}
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    >
      {parts.length > 0
        ? `We looked for ${listed(parts.map(({ label }) => label))}. Leave a part out, or try one of the hashtags below.`
        : "Try fewer or other words, or one of the hashtags below."}
    </EmptyState>
  );
}
