import type { Metadata } from "next";
import Link from "next/link";
import { ReportContentForm } from "@/components/operations/reports/report-content-form";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { getMediaItem } from "@/lib/album/media/server/browse-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Report a photo" };

export default async function ReportContentPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [actor, { media }] = await Promise.all([requirePageActor(), searchParams]);
  const item = typeof media === "string" ? await getMediaItem(actor, media) : null;
  return (
    <>
      <PageHeader
        title="Report a photo"
        lead="It is hidden from the whole family until one of your admins has looked at it."
      />
      {item ? (
        <ReportContentForm item={item} />
      ) : (
        <EmptyState
          drawing="search"
          title={media ? "This photo is not in the album" : "Which photo is it?"}
          action={
            <Link href="/recent-uploads" className={buttonClasses()}>
              Find the photo
            </Link>
          }
        >
          <p>
            {media
              ? "It was deleted, or someone has already reported it."
              : "Open the photo or video, then its details, and choose “Report this photo” or “Report this video”."}
          </p>
        </EmptyState>
      )}
    </>
  );
}
