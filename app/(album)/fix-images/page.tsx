import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { MediaStateList } from "@/components/operations/diagnostics/media-state-list";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Fix images" };

export default async function FixImagesPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Fix images"
      lead="Previews that failed or are taking too long. The originals are safe, and you can rebuild the previews."
    >
      <MediaStateList
        only="broken"
        hasRebuildAll
        empty={{
          title: "Nothing to fix",
          text: "Every photo and video in your album has its previews.",
        }}
      />
    </DiagnosticsPage>
  );
}
