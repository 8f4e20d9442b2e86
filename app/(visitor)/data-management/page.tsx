import type { Metadata } from "next";
import { dataSections } from "@/components/operations/legal/data-sections";
import { LegalPage } from "@/components/operations/legal/legal-page";
import { getInstallationFacts } from "@/lib/operations/legal/server/operator";
import { LegalShell } from "../legal-shell";

export const metadata: Metadata = {
  title: "Your data",
  description: "How to see, download and delete what is stored about you, and what is deleted automatically.",
  robots: { index: true, follow: true },
};

export default function DataManagementPage() {
  const installation = getInstallationFacts();
  return (
    <LegalShell appName={installation.appName}>
      <LegalPage
        title="Your data"
        lead="See it, correct it, download it or delete it: at any time, without asking anyone."
        changedOn="2026-11-23"
        sections={dataSections(installation)}
      />
    </LegalShell>
  );
}
