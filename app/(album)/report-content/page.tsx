import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "@/components/media/page-header";
import { ReportContentForm } from "@/components/reports/report-content-form";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { requirePageActor } from "@/lib/auth/page-actor";
import { getMediaItem } from "@/lib/features/media/browse-service";

export const metadata: Metadata = { title: "Report a picture" };

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
        title="Report a picture"
        lead="It is hidden from the whole family at once, until one of your admins has looked at it."
      />
      {item ? (
        <ReportContentForm item={item} />
      ) : (
        <EmptyState
          drawing="search"
          title={media ? "This picture is not in the album" : "Which picture is it?"}
          action={
            <Link href="/recent-uploads" className={buttonClasses()}>
              Find the picture
            </Link>
          }
        >
          <p>
            {media
              ? "It was deleted, or somebody has reported it already."
              : "Open the picture or video, then its details, and choose “Report this picture”."}
          </p>
        </EmptyState>
      )}
    </>
  );
}
