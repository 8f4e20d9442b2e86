import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { MediaStateList } from "@/components/operations/diagnostics/media-state-list";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Test media" };

export default async function TestMediaPage() {
  const actor = await requirePageActor();
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Test media"
      lead="Everything your family has uploaded, with the files made from it."
    >
      <MediaStateList />
    </DiagnosticsPage>
  );
}
