import type { Metadata } from "next";
import { ClipPlayback } from "@/components/operations/diagnostics/clip-playback";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Video playback" };

export default async function VideoTestPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Video playback"
      lead="Plays a video as the album does, and shows its codecs and the player's events."
    >
      <ClipPlayback />
    </DiagnosticsPage>
  );
}
