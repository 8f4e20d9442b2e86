import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/diagnostics/diagnostics-page";
import { QualityTest } from "@/components/diagnostics/quality-test";
import { requirePageActor } from "@/lib/auth/page-actor";

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
