import type { Metadata } from "next";
import { LegalPage } from "@/components/operations/legal/legal-page";
import { safetySections } from "@/components/operations/legal/safety-sections";
import { getInstallationFacts } from "@/lib/operations/legal/server/operator";
import { LegalShell } from "../legal-shell";

export const metadata: Metadata = {
  title: "Family safety",
  description: "How children are looked after in this album, and what to do when something is wrong.",
  robots: { index: true, follow: true },
};

export default function FamilySafetyPage() {
  const installation = getInstallationFacts();
  return (
    <LegalShell appName={installation.appName}>
      <LegalPage
        title="Family safety"
        lead="An album full of children needs care. This is what the album does for you, what you can do, and who to turn to."
        changedOn="2026-11-23"
        sections={safetySections(installation)}
      />
    </LegalShell>
  );
}
