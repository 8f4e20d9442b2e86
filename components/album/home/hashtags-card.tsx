import Link from "next/link";
import { Card, CardHeader } from "@/components/ui/card";
import { hashtagPath } from "@/lib/album/hashtags/client/queries";
import type { FeaturedHashtagDto } from "@/lib/album/hashtags/schema";

export interface HashtagsCardProps {
  /** Featured by the family's admins. */
  featured: readonly FeaturedHashtagDto[];
  /** Most recently used, each with its #. */
  recent: readonly string[];
  /** Owner or admin: can choose what is featured. */
  canFeature: boolean;
  /** Absent while the card is static; `data-press` then names the button for the live card that takes over. */
  onChoose?: () => void;
}

const chip =
  "flex min-h-11 items-center rounded-full px-3.5 text-[0.92rem] font-semibold wrap-anywhere hover:underline";

/** The family's hashtags, each leading to its pictures: featured ones first, then the most recently used. */
export function HashtagsCard({ featured, recent, canFeature, onChoose }: HashtagsCardProps) {
  const known = new Set(featured.map(({ hashtag }) => hashtag.toLowerCase()));
  const others = recent.filter((hashtag) => !known.has(hashtag.toLowerCase()));
  if (featured.length === 0 && others.length === 0 && !canFeature) return null;
  return (
    <Card aria-labelledby="hashtags-card">
      <CardHeader
        id="hashtags-card"
        title="Hashtags"
        action={
          canFeature && (
            <button
              type="button"
              data-press="choose"
              onClick={onChoose}
              className="text-link -my-2 flex min-h-11 min-w-11 items-center justify-end"
            >
              Feature<span className="sr-only"> hashtags</span>
            </button>
          )
        }
      />
      {featured.length > 0 && (
        <ul aria-label="Featured hashtags" className="flex flex-wrap gap-2">
          {featured.map(({ id, hashtag }) => (
            <li key={id}>
              <HashtagLink hashtag={hashtag} className={`${chip} bg-accent-soft text-accent-strong`} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <>
          {featured.length > 0 && (
            <h3 className="mt-4 mb-2 font-text text-step--1 font-semibold text-ink-soft">Recently used</h3>
          )}
          <ul aria-label="Recently used hashtags" className="flex flex-wrap gap-2">
            {others.map((hashtag) => (
              <li key={hashtag}>
                <HashtagLink
                  hashtag={hashtag}
                  className={`${chip} ${featured.length > 0 ? "bg-sunk text-ink" : "bg-accent-soft text-accent-strong"}`}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {featured.length === 0 && others.length === 0 && (
        <p className="text-ink-soft">
          Words that start with # in a description appear here. Feature the ones your family should see.
        </p>
      )}
    </Card>
  );
}

function HashtagLink({ hashtag, className }: { hashtag: string; className: string }) {
  return (
    <Link href={hashtagPath(hashtag)} prefetch={false} className={className}>
      {hashtag}
    </Link>
  );
}
