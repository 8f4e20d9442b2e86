import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/class-names";
import { taggedPath } from "@/lib/album/tags/client/queries";
import type { FamilyMemberDto } from "@/lib/family/families/schema";

export interface PeopleLinksProps {
  people: readonly FamilyMemberDto[];
  ownUserId: string;
  /** The person whose pictures are shown; null for the reader's own. */
  shownId: string | null;
}

/** The family's people, the reader first, each linking to their pictures. */
export function PeopleLinks({ people, ownUserId, shownId }: PeopleLinksProps) {
  const self = people.filter(({ userId }) => userId === ownUserId);
  const others = people.filter(({ userId }) => userId !== ownUserId);
  if (others.length === 0) return null;
  return (
    <nav aria-label="Photos of" className="-mx-3.5 mb-5 overflow-x-auto px-3.5 md:mx-0 md:px-0">
      <ul className="flex w-max gap-2 py-1 md:w-auto md:flex-wrap">
        {[...self, ...others].map(({ id, userId, displayName }) => {
          const isOwn = userId === ownUserId;
          const isShown = isOwn ? shownId === null : shownId === id;
          return (
            <li key={id}>
              <Link
                href={taggedPath(isOwn ? undefined : id)}
                prefetch={false}
                aria-current={isShown ? "page" : undefined}
                className={cn(
                  "flex min-h-11 max-w-64 items-center gap-2 rounded-full border py-1 pr-4 pl-2 font-semibold",
                  isShown
                    ? "border-transparent bg-accent-soft text-accent-strong"
                    : "border-line bg-card hover:bg-sunk",
                )}
              >
                <Avatar name={displayName} size="small" />
                <bdi className="truncate">{isOwn ? "Me" : displayName}</bdi>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
