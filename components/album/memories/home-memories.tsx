import Link from "next/link";
import { UpgradingPicture } from "@/components/album/home/upgrading-picture";
import { MediaPicture } from "@/components/album/media/media-picture";
import { cn } from "@/components/ui/class-names";
import { mediumUrl } from "@/lib/album/media/picture-urls";
import { formatYearsAgo, onThisDayPath, yearAnchor } from "@/lib/album/memories/days";
import type { Memory } from "@/lib/album/memories/schema";
import { formatDay } from "@/lib/shared/day-text";

export interface HomeMemoriesProps {
  /** One per year, the best first. */
  memories: readonly Memory[];
  /** Identifies the pictures included in the page's HTML. */
  pageKey: string;
  locale: string;
}

/** One large photo of this day in an earlier year, and the other years beside it. Rendered by the server. */
export function HomeMemories({ memories, pageKey, locale }: HomeMemoriesProps) {
  const hasSeveral = memories.length > 1;
  return (
    <section
      aria-labelledby="home-memories"
      className="card overflow-hidden p-0 max-md:-mx-3.5 max-md:rounded-none max-md:border-0 md:p-0"
    >
      <h2 id="home-memories" className="sr-only">
        On this day
      </h2>
      <ul className="flex snap-x snap-mandatory gap-[3px] overflow-x-auto [scrollbar-width:thin]">
        {memories.map(({ year, yearsAgo, item }, index) => (
          <li key={year} className={cn("flex-none snap-start", hasSeveral ? "w-[88%]" : "w-full")}>
            <Link
              href={`${onThisDayPath()}#${yearAnchor(year)}`}
              prefetch={false}
              className="group/memory relative block aspect-[4/3] overflow-hidden -outline-offset-4 md:aspect-[2/1]"
            >
              {index === 0 ? (
                <UpgradingPicture item={item} pageKey={pageKey} />
              ) : (
                <MediaPicture item={item} src={mediumUrl(item)} />
              )}
              <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/80 to-transparent px-4 pt-20 pb-4 text-white md:px-7 md:pb-6">
                <span className="block font-display text-step-2 leading-tight font-semibold group-hover/memory:underline md:text-step-3">
                  {formatYearsAgo(yearsAgo)} today
                </span>
                {item.takenAt && (
                  <span className="mt-1 block text-step--1 md:text-step-0">
                    {formatDay(new Date(`${item.takenAt}Z`), "UTC", locale)}
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
