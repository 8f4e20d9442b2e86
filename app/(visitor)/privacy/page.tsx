import type { Metadata } from "next";
import { LegalPage } from "@/components/operations/legal/legal-page";
import { privacySections } from "@/components/operations/legal/privacy-sections";
import { getInstallationFacts } from "@/lib/operations/legal/server/operator";
import { LegalShell } from "../legal-shell";

export const metadata: Metadata = {
  title: "Privacy",
  description: "What this album stores about your family, who sees it, and for how long.",
  robots: { index: true, follow: true },
};

export default function PrivacyPage() {
  const installation = getInstallationFacts();
  return (
    <LegalShell appName={installation.appName}>
      <LegalPage
        title="Privacy"
        lead="Your family's photos are for your family only. This page explains what is stored about you, who sees it, and what we never do with it."
        changedOn="2026-11-23"
        sections={privacySections(installation)}
      />
    </LegalShell>
  );
}
