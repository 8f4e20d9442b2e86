"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { UploadButton } from "@/components/album/media/upload-button";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Skeleton } from "@/components/ui/skeleton";
import { type DiagnosesWanted, diagnosesOptions } from "@/lib/operations/diagnostics/client/queries";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";
import { numberText } from "@/lib/shared/counted";
import { diagnosticsPageSize } from "@/lib/shared/diagnostics-page-size";

export interface DiagnosticsListProps extends Omit<DiagnosesWanted, "offset"> {
  /** Shown if the list is empty; by default, that there is nothing yet. */
  empty?: { title: string; text: string };
  children: (items: readonly MediaDiagnosisDto[]) => ReactNode;
}

/** The family's own media, a page at a time, for a tool to examine. */
export function DiagnosticsList({ mediaType, only, empty, children }: DiagnosticsListProps) {
  const [offset, setOffset] = useState(0);
  const wanted = { ...(mediaType ? { mediaType } : {}), ...(only ? { only } : {}), offset };
  const { data, isPending, isFetching, refetch } = useQuery({
    ...diagnosesOptions(wanted),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <Skeleton className="h-64" />;
  if (!data) {
    return (
      <NotLoaded isBusy={isFetching} onRetry={() => void refetch()}>
        Your photos and videos could not be loaded. Nothing is lost.
      </NotLoaded>
    );
  }
  const { items, pagination } = data;
  if (items.length === 0 && offset === 0) {
    const noun = mediaType === "video" ? "videos" : mediaType === "image" ? "photos" : "photos or videos";
    return (
      <EmptyState
        drawing={empty ? "heart" : "tray"}
        title={empty?.title ?? `No ${noun} yet`}
        action={empty ? undefined : <UploadButton filter={mediaType ?? "all"}>Upload some</UploadButton>}
      >
        <p>{empty?.text ?? "This tool works on your family's own photos and videos. Upload some first."}</p>
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {children(items)}
      {pagination.total > diagnosticsPageSize && (
        <nav aria-label="Pages" className="flex flex-wrap items-center gap-3">
          <Button
            variant="secondary"
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - diagnosticsPageSize))}
          >
            Newer
          </Button>
          <span className="text-ink-soft tabular-nums">
            {offset + 1} to {offset + items.length} of {numberText(pagination.total)}
          </span>
          <Button
            variant="secondary"
            disabled={!pagination.hasMore}
            onClick={() => setOffset(offset + diagnosticsPageSize)}
          >
            Older
          </Button>
        </nav>
      )}
    </div>
  );
}
