import Link from "next/link";
import { MediaPicture } from "@/components/album/media/media-picture";
import { Avatar } from "@/components/ui/avatar";
import { formatAge, monthsOld } from "@/lib/album/growing-up/age";
import { growingUpPath } from "@/lib/album/growing-up/paths";
import type { GrowingPeopleDto } from "@/lib/album/growing-up/schema";
import { mediumUrl } from "@/lib/album/media/picture-urls";

export interface GrowingPeopleProps {
  people: GrowingPeopleDto;
  /** YYYY-MM-DD */
  today: string;
}

/** The family's people, each with a good photo and their age, the youngest first. Rendered by the server. */
export function GrowingPeople({ people, today }: GrowingPeopleProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-3.5 gap-y-7 md:grid-cols-[repeat(auto-fill,minmax(230px,1fr))] md:gap-x-6">
      {people.map(({ id, displayName, birthDate, cover }, index) => {
        const months = monthsOld(birthDate, today);
        return (
          <li key={id} className="min-w-0">
            <Link href={growingUpPath(id)} prefetch={false} className="group/person block rounded-3xl">
              <span className="relative grid aspect-square place-items-center overflow-hidden rounded-3xl bg-sunk">
                {cover ? (
                  <MediaPicture
                    item={cover}
                    src={mediumUrl(cover)}
                    alt=""
                    isEager={index < 4}
                    className="transition-[filter] duration-200 group-hover/person:brightness-94"
                  />
                ) : (
                  <Avatar name={displayName} className="size-20" />
                )}
              </span>
              <bdi className="mt-2.5 block font-semibold wrap-anywhere group-hover/person:underline">
                {displayName}
              </bdi>
              <span className="block text-step--1 text-ink-soft">{formatAge(Math.max(0, months))}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
