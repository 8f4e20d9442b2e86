import type { Metadata } from "next";
import { dataSections } from "@/components/operations/legal/data-sections";
import { LegalPage } from "@/components/operations/legal/legal-page";
import { houseFacts } from "@/lib/operations/legal/server/house";
import { LegalShell } from "../legal-shell";

export const metadata: Metadata = {
  title: "Your data",
  description: "How to see, download and delete what is stored about you, and what is deleted automatically.",
  robots: { index: true, follow: true },
};

export default function DataManagementPage() {
  const house = houseFacts();
  return (
    <LegalShell appName={house.appName}>
      <LegalPage
        title="Your data"
        lead="See it, correct it, download it or delete it: at any time, without asking anyone."
        changedOn="2026-11-23"
        sections={dataSections(house)}
      />
    </LegalShell>
  );
}
