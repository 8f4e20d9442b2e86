import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { UploadTest } from "@/components/operations/diagnostics/upload-test";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Video upload test" };

export default async function VideoUploadTestPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Video upload test"
      lead="Uploads one of your videos and shows how long each step takes."
    >
      <UploadTest />
    </DiagnosticsPage>
  );
}
