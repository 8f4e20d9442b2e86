import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { DownloadArchiveButton } from "@/components/album/media/download-archive-button";
import { FeedCount } from "@/components/album/media/feed-count";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { UploadButton } from "@/components/album/media/upload-button";
import { MonthIconsButton } from "@/components/album/month-icons/month-icons-button";
import { MonthTitle } from "@/components/album/month-icons/month-title";
import { ShareAlbum } from "@/components/album/sharing/share-album";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { monthAtStart } from "@/lib/album/media/client/run-queries";
import { monthPath } from "@/lib/album/media/picture-urls";
import type { MediaPageDto } from "@/lib/album/media/schema";
import { monthIconKey } from "@/lib/album/month-icons/client/queries";
import type { MonthIconDto } from "@/lib/album/month-icons/schema";
import type { ShareLinkDto } from "@/lib/album/sharing/schema";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { formatMonth } from "@/lib/shared/months";
import type { ScreenWidth } from "@/lib/shared/screen-width";

interface MonthRef {
  year: number;
  month: number;
}

export interface MonthScreenProps extends MonthRef {
  page: MediaPageDto;
  icons: readonly MonthIconDto[];
  previous: MonthRef | null;
  next: MonthRef | null;
  shareLink: ShareLinkDto | null;
  highlightId: string | null;
  screenGuess: ScreenWidth;
}

/** A month, newest first, with links to the neighbouring months. */
export function MonthScreen({
  year,
  month,
  page,
  icons,
  previous,
  next,
  shareLink,
  highlightId,
  screenGuess,
}: MonthScreenProps) {
  const title = formatMonth({ year, month });
  const { offset } = page.pagination;
  const source = { kind: "month", year, month, start: offset > 0 ? { newerCount: offset } : null } as const;
  return (
    <HydrationBoundary
      state={hydratedQueries([monthAtStart(year, month, page), [monthIconKey(year, month), icons]])}
    >
      <PageHeader
        title={<MonthTitle year={year} month={month} />}
        lead={page.pagination.total > 0 ? <FeedCount source={source} /> : undefined}
        action={
          <div className="flex flex-wrap gap-2.5">
            <MonthIconsButton year={year} months={[month]}>
              Month icon
            </MonthIconsButton>
            {shareLink && <ShareAlbum link={shareLink} path={monthPath(year, month)} />}
            {page.pagination.total > 0 && (
              <DownloadArchiveButton what={{ year, month }}>
                <Download aria-hidden="true" className="-ml-0.5" />
                Download
                <span className="sr-only"> {title} as a ZIP file</span>
              </DownloadArchiveButton>
            )}
            {(previous || next) && (
              <nav aria-label="Months" className="flex flex-wrap gap-2.5">
                {previous && (
                  <MonthLink to={previous} label="Previous month">
                    <ChevronLeft aria-hidden="true" className="-ml-1.5" />
                    {formatMonth(previous)}
                  </MonthLink>
                )}
                {next && (
                  <MonthLink to={next} label="Next month">
                    {formatMonth(next)}
                    <ChevronRight aria-hidden="true" className="-mr-1.5" />
                  </MonthLink>
                )}
              </nav>
            )}
          </div>
        }
      />
      <FeedGrid
        source={source}
        screenGuess={screenGuess}
        highlightId={highlightId}
        empty={
          <EmptyState title="Nothing in this month" action={<UploadButton>Upload to the album</UploadButton>}>
            There are no photos or videos in {title} yet.
          </EmptyState>
        }
      />
    </HydrationBoundary>
  );
}

function MonthLink({ to, label, children }: { to: MonthRef; label: string; children: ReactNode }) {
  return (
    <Link
      href={monthPath(to.year, to.month)}
      className={buttonClasses({ variant: "secondary", size: "small" })}
    >
      <span className="sr-only">{label}: </span>
      {children}
    </Link>
  );
}
