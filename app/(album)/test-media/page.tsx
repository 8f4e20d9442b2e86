import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/diagnostics/diagnostics-page";
import { MediaStateList } from "@/components/diagnostics/media-state-list";
import { requirePageActor } from "@/lib/auth/page-actor";

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
