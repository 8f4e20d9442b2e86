import { MediaPicture } from "@/components/album/media/media-picture";
import type { GrowingPeriodDto } from "@/lib/album/growing-up/schema";
import { mediumUrl, viewerPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** Someone at a certain age. */
export interface Beside {
  id: string;
  displayName: string;
  /** null if there is no photo of them at that age. */
  period: GrowingPeriodDto | null;
}

export interface SideBySideProps {
  people: readonly Beside[];
  onOpen: (item: MediaItemDto, tile: HTMLElement) => void;
}

const bestOf = (period: GrowingPeriodDto | null) =>
  period?.items.find(({ id }) => id === period.best) ?? period?.items[0];

/** The best photo of each person at the same age. */
export function SideBySide({ people, onOpen }: SideBySideProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-[repeat(auto-fill,minmax(240px,1fr))] md:gap-x-5">
      {people.map(({ id, displayName, period }) => {
        const item = bestOf(period);
        return (
          <li key={id} className="min-w-0">
            <figure>
              {item ? (
                <a
                  href={viewerPath(item.id)}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    onOpen(item, event.currentTarget);
                  }}
                  className="relative block aspect-square overflow-hidden rounded-2xl"
                >
                  <MediaPicture item={item} src={mediumUrl(item)} />
                </a>
              ) : (
                <span className="grid aspect-square place-items-center rounded-2xl bg-sunk p-4 text-center text-step--1 text-ink-soft">
                  No photo at this age yet
                </span>
              )}
              <figcaption className="mt-2 wrap-anywhere">
                <bdi className="font-semibold">{displayName}</bdi>
                {item && (
                  <span className="block text-step--1 text-ink-soft">
                    {item.age}, {item.year}
                  </span>
                )}
              </figcaption>
            </figure>
          </li>
        );
      })}
    </ul>
  );
}
