import type { Metadata } from "next";
import { LegalPage } from "@/components/operations/legal/legal-page";
import { termsSections } from "@/components/operations/legal/terms-sections";
import { getInstallationFacts } from "@/lib/operations/legal/server/operator";
import { LegalShell } from "../legal-shell";

export const metadata: Metadata = {
  title: "Terms",
  description: "The rules between your family and the person who runs this server.",
  robots: { index: true, follow: true },
};

export default function TermsPage() {
  const installation = getInstallationFacts();
  return (
    <LegalShell appName={installation.appName}>
      <LegalPage
        title="Terms"
        lead="Your photos stay yours, be kind to the people in them, and someone is responsible for the server. That's the short version; here it is in full."
        changedOn="2026-11-21"
        sections={termsSections(installation)}
      />
    </LegalShell>
  );
}
