import { Flag } from "lucide-react";
import Link from "next/link";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** The link to report an item, at the end of its details. */
export function ReportLink({ item }: { item: Pick<MediaItemDto, "id" | "mediaType"> }) {
  return (
    <Link
      href={`/report-content?media=${item.id}`}
      prefetch={false}
      className="mt-6 inline-flex min-h-11 items-center gap-2 text-step--1 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
    >
      <Flag aria-hidden="true" className="size-4.5" />
      Report this {item.mediaType === "video" ? "video" : "photo"}
    </Link>
  );
}
