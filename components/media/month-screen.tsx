import { HydrationBoundary } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { FeedCount } from "@/components/media/feed-count";
import { FeedGrid } from "@/components/media/feed-grid";
import { PageHeader } from "@/components/media/page-header";
import { UploadButton } from "@/components/media/upload-button";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { monthPath } from "@/lib/features/media/picture-urls";
import { monthKey } from "@/lib/features/media/queries";
import type { MediaPageDto } from "@/lib/features/media/schema";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { monthName } from "@/lib/shared/months";

interface MonthRef {
  year: number;
  month: number;
}

export interface MonthScreenProps extends MonthRef {
  page: MediaPageDto;
  previous: MonthRef | null;
  next: MonthRef | null;
  highlightId: string | null;
  isPhoneGuess: boolean;
}

/** A month, newest first, with the way to the months beside it. */
export function MonthScreen({
  year,
  month,
  page,
  previous,
  next,
  highlightId,
  isPhoneGuess,
}: MonthScreenProps) {
  const title = `${monthName(month)} ${year}`;
  return (
    <HydrationBoundary state={hydratedQueries([[monthKey(year, month), firstPage(page)]])}>
      <PageHeader
        title={title}
        lead={page.pagination.total > 0 ? <FeedCount source={{ kind: "month", year, month }} /> : undefined}
        action={
          (previous || next) && (
            <nav aria-label="Months" className="flex flex-wrap gap-2.5">
              {previous && (
                <MonthLink to={previous} label="Previous month">
                  <ChevronLeft aria-hidden="true" className="-ml-1.5" />
                  {monthName(previous.month)} {previous.year}
                </MonthLink>
              )}
              {next && (
                <MonthLink to={next} label="Next month">
                  {monthName(next.month)} {next.year}
                  <ChevronRight aria-hidden="true" className="-mr-1.5" />
                </MonthLink>
              )}
            </nav>
          )
        }
      />
      <FeedGrid
        source={{ kind: "month", year, month }}
        isPhoneGuess={isPhoneGuess}
        highlightId={highlightId}
        empty={
          <EmptyState title="Nothing in this month" action={<UploadButton>Upload to the album</UploadButton>}>
            No photos or videos are filed under {title} yet.
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
