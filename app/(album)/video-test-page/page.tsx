import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { ReachTest } from "@/components/operations/diagnostics/reach-test";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Video reachability" };

export default async function VideoTestPagePage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Video reachability"
      lead="Do videos and their posters load, how fast, and does seeking work?"
    >
      <ReachTest mediaType="video" />
    </DiagnosticsPage>
  );
}
