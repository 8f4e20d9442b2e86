import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { ImageRenditions } from "@/components/operations/diagnostics/image-renditions";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "View images" };

export default async function ViewImagesPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="View images"
      lead="Each photo as thumbnail, medium image and original, with the size actually received."
    >
      <ImageRenditions />
    </DiagnosticsPage>
  );
}
