import { CalendarHeart } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { LocalDate } from "@/components/ui/local-date";
import { usePreferences } from "@/components/ui/preferences";
import { monthPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { formatDay } from "@/lib/shared/day-text";
import { formatDuration } from "@/lib/shared/duration";
import { megabytes } from "@/lib/shared/megabytes";
import { monthTitle } from "@/lib/shared/months";

/** An item's month, people, days and sizes. */
export function MediaFacts({ item }: { item: MediaItemDto }) {
  const { locale } = usePreferences();
  const size = [
    item.width && item.height ? `${item.width} × ${item.height}` : null,
    item.durationMs === null ? null : formatDuration(item.durationMs),
    megabytes(item.bytes),
  ].filter(Boolean);
  return (
    <dl className="mt-5 grid gap-3.5">
      <Fact label="Month">
        <Link
          href={monthPath(item.year, item.month)}
          prefetch={false}
          className="text-link inline-flex items-center gap-2"
        >
          <CalendarHeart aria-hidden="true" className="size-4.5" />
          {monthTitle(item)}
        </Link>
      </Fact>
      {item.takenAt && <Fact label="Taken">{formatDay(new Date(`${item.takenAt}Z`), "UTC", locale)}</Fact>}
      <Fact label="Added">
        <LocalDate iso={item.uploadDate} />
        {item.uploadedBy && ` by ${item.uploadedBy.name}`}
      </Fact>
      <Fact label="Size">{size.join(", ")}</Fact>
      <Fact label="Original file">
        <span className="wrap-anywhere">{item.fileName}</span>
      </Fact>
    </dl>
  );
}

/** One fact in a list of them. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-step--1 text-ink-faint">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
