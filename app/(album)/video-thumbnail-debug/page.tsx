import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { MediaStateList } from "@/components/operations/diagnostics/media-state-list";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Video thumbnails" };

export default async function VideoThumbnailDebugPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Video thumbnails"
      lead="Each video's poster, how many attempts it took, and a way to rebuild it."
    >
      <MediaStateList mediaType="video" />
    </DiagnosticsPage>
  );
}
