import Link from "next/link";
import { hashtagPath } from "@/lib/album/hashtags/client/queries";
import { splitAtHashtags } from "@/lib/shared/hashtags";

/** A description with hashtags that link to their pictures. */
export function DescriptionText({ text, className }: { text: string; className?: string }) {
  let place = 0;
  return (
    <p className={className}>
      {splitAtHashtags(text).map((part) => {
        const key = place;
        place += part.text.length;
        return part.hashtag ? (
          <Link key={key} href={hashtagPath(part.hashtag)} prefetch={false} className="text-link">
            {part.text}
          </Link>
        ) : (
          part.text
        );
      })}
    </p>
  );
}
