import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { RenditionCompare } from "@/components/operations/diagnostics/rendition-compare";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Video quality demo" };

export default async function VideoQualityDemoPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Video quality demo"
      lead="The upload and the album's version, side by side."
    >
      <RenditionCompare />
    </DiagnosticsPage>
  );
}
