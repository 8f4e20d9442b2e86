import Link from "next/link";
import { Card, CardHeader } from "@/components/ui/card";
import { hashtagPath } from "@/lib/features/hashtags/queries";

/** The hashtags used last, each leading to its pictures. */
export function HashtagsCard({ hashtags }: { hashtags: readonly string[] }) {
  return (
    <Card aria-labelledby="hashtags-card">
      <CardHeader id="hashtags-card" title="Hashtags" />
      <ul className="flex flex-wrap gap-2">
        {hashtags.map((hashtag) => (
          <li key={hashtag}>
            <Link
              href={hashtagPath(hashtag)}
              prefetch={false}
              className="flex min-h-11 items-center rounded-full bg-accent-soft px-3.5 text-[0.92rem] font-semibold text-accent-strong hover:underline"
            >
              {hashtag}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
