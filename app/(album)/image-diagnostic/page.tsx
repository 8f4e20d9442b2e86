import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { ReachTest } from "@/components/operations/diagnostics/reach-test";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Image diagnostic" };

export default async function ImageDiagnosticPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Image diagnostic"
      lead="Do photos load, how fast, and are unchanged ones sent again?"
    >
      <ReachTest mediaType="image" />
    </DiagnosticsPage>
  );
}
