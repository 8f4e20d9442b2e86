"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import { mediaAlt } from "@/lib/album/media/media-text";
import {
  contentReportsOptions,
  reportedFileUrl,
  resolveContentReport,
} from "@/lib/operations/reports/client/queries";
import type { ContentDecisionDto, ContentReportDto } from "@/lib/operations/reports/schema";

const ConfirmDialog = fetchedPart(async () => (await import("@/components/ui/confirm-dialog")).ConfirmDialog);

/** Reports from family members, for admins to review and decide. */
export function ReportedItems() {
  const { data: reports, isPending, isFetching, refetch } = useQuery(contentReportsOptions());
  if (isPending) return <Skeleton className="h-40" />;
  if (!reports) {
    return (
      <NotLoaded isBusy={isFetching} onRetry={() => void refetch()}>
        The reports could not be loaded. Nothing is lost.
      </NotLoaded>
    );
  }
  if (reports.length === 0) {
    return (
      <p className="text-ink-soft">
        Nothing to review. When someone reports a photo, it's hidden immediately and appears here until an
        admin decides.
      </p>
    );
  }
  return (
    <ul className="grid gap-4">
      {reports.map((report) => (
        <ReportedItem key={report.id} report={report} />
      ))}
    </ul>
  );
}

function ReportedItem({ report }: { report: ContentReportDto }) {
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const { item, reportedBy } = report;
  const thing = item?.mediaType === "video" ? "video" : "photo";

  const decide = useAction(
    async (action: ContentDecisionDto) => {
      await resolveContentReport(report.id, action);
      toast(
        action === "restore"
          ? { title: "Back in the album", description: `Everyone in the family can see the ${thing} again.` }
          : {
              title: "Deleted",
              description: "It stays in the trash for 30 days; only admins can restore it.",
            },
      );
    },
    {
      failureTitle: "Your decision could not be saved",
      fallback: "Nothing was changed. Please try again.",
      onSettled: () => {
        setIsConfirming(false);
        void queryClient.invalidateQueries({ queryKey: contentReportsOptions().queryKey });
        void refreshMedia(queryClient);
      },
    },
  );

  return (
    <li className="grid gap-4 rounded-2xl border border-line p-4 md:grid-cols-[240px_minmax(0,1fr)]">
      <ReportedPicture report={report} />
      <div className="grid content-start gap-3">
        <p>
          <Badge tone="honey">Hidden</Badge>
        </p>
        <blockquote className="border-l-4 border-accent-soft pl-3 font-semibold wrap-anywhere whitespace-pre-line">
          {report.reason}
        </blockquote>
        <p className="text-step--1 text-ink-soft">
          {reportedBy ? `Reported by ${reportedBy.name} ` : "Reported by someone who left "}
          <RelativeTime iso={report.createdAt} />
          {item && `. Added by ${item.uploadedBy?.name ?? "someone who left"}.`}
        </p>
        {item?.description && <p className="wrap-anywhere">{item.description}</p>}
        <div className="mt-1 flex flex-wrap gap-3">
          <Button
            variant="secondary"
            isBusy={decide.busyWith === "restore"}
            disabled={decide.busyWith === "delete"}
            onClick={() => void decide.run("restore")}
          >
            <Check aria-hidden="true" />
            Show it again
          </Button>
          <Button variant="danger" disabled={decide.isBusy} onClick={() => setIsConfirming(true)}>
            <Trash2 aria-hidden="true" />
            Delete it
          </Button>
        </div>
      </div>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setIsConfirming(false)}
          title={`Delete this ${thing}?`}
          description="It goes to the trash for 30 days, and only admins can restore it. The person who reported it and the person who added it are notified."
          confirmLabel="Delete it"
          isBusy={decide.busyWith === "delete"}
          onConfirm={() => void decide.run("delete")}
        />
      )}
    </li>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

/** Blurred until the admin wants to see it: a reported picture may not suit every moment. */
function ReportedPicture({ report }: { report: ContentReportDto }) {
  const [isShown, setShown] = useState(false);
  const { item, id } = report;
  const frame = "aspect-square w-full rounded-2xl bg-sunk object-contain";
  if (!item) return <div className={`${frame} grid place-items-center text-ink-faint`}>It's gone</div>;
  if (!isShown) {
    return (
      <div className={`${frame} grid place-items-center p-4`}>
        <Button variant="secondary" onClick={() => setShown(true)}>
          View it
        </Button>
      </div>
    );
  }
  const poster = reportedFileUrl(id, "picture");
  if (item.mediaType === "video") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a family's own clip has none
      <video
        ref={focus}
        controls
        preload="none"
        poster={poster}
        src={reportedFileUrl(id, "stream")}
        aria-label={mediaAlt(item)}
        className={frame}
      />
    );
  }
  // The focused button is gone.
  return <img ref={focus} tabIndex={-1} src={poster} alt={mediaAlt(item)} className={frame} />;
}
