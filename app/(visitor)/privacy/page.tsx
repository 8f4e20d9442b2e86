import type { Metadata } from "next";
import { LegalPage } from "@/components/legal/legal-page";
import { LegalShell } from "@/components/legal/legal-shell";
import { privacySections } from "@/components/legal/privacy-sections";
import { getPageUser } from "@/lib/auth/page-actor";
import { houseFacts } from "@/lib/features/legal/house";

export const metadata: Metadata = {
  title: "Privacy",
  description: "What this album keeps about your family, who sees it, and for how long.",
  robots: { index: true, follow: true },
};

export default async function PrivacyPage() {
  const user = await getPageUser();
  const house = houseFacts();
  return (
    <LegalShell appName={house.appName} user={user}>
      <LegalPage
        title="Privacy"
        lead="Your family's pictures are for your family only. This page says what is kept about you, who sees it, and what never happens with it."
        changedOn="2026-11-23"
        sections={privacySections(house)}
      />
    </LegalShell>
  );
}
