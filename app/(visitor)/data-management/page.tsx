import type { Metadata } from "next";
import { dataSections } from "@/components/legal/data-sections";
import { LegalPage } from "@/components/legal/legal-page";
import { houseFacts } from "@/lib/features/legal/house";
import { LegalShell } from "../legal-shell";

export const metadata: Metadata = {
  title: "Your data",
  description: "How to see, take away and delete what is kept about you, and what goes by itself.",
  robots: { index: true, follow: true },
};

export default function DataManagementPage() {
  const house = houseFacts();
  return (
    <LegalShell appName={house.appName}>
      <LegalPage
        title="Your data"
        lead="See it, correct it, take it away or delete it: at any time, without asking anybody."
        changedOn="2026-11-23"
        sections={dataSections(house)}
      />
    </LegalShell>
  );
}
