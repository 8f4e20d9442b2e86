import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/diagnostics/diagnostics-page";
import { MediaStateList } from "@/components/diagnostics/media-state-list";
import { requirePageActor } from "@/lib/auth/page-actor";

export const metadata: Metadata = { title: "Fix images" };

export default async function FixImagesPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Fix images"
      lead="What failed or has waited too long. The originals are safe; their pictures can be made anew."
    >
      <MediaStateList
        only="broken"
        hasRebuildAll
        empty={{
          title: "Nothing to fix",
          text: "Every photo and video of your family has its pictures.",
        }}
      />
    </DiagnosticsPage>
  );
}
