import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { QualityTest } from "@/components/operations/diagnostics/quality-test";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Video quality test" };

export default async function VideoQualityTestPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Video quality test"
      lead="Measures how smoothly this device plays one of your videos."
    >
      <QualityTest />
    </DiagnosticsPage>
  );
}
