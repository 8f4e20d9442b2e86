import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/diagnostics/diagnostics-page";
import { ReachTest } from "@/components/diagnostics/reach-test";
import { requirePageActor } from "@/lib/auth/page-actor";

export const metadata: Metadata = { title: "Video reachability" };

export default async function VideoTestPagePage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Video reachability"
      lead="Do the videos and their posters come, how fast, and can one jump inside them?"
    >
      <ReachTest mediaType="video" />
    </DiagnosticsPage>
  );
}
