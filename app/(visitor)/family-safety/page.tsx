import type { Metadata } from "next";
import { LegalPage } from "@/components/legal/legal-page";
import { LegalShell } from "@/components/legal/legal-shell";
import { safetySections } from "@/components/legal/safety-sections";
import { getPageUser } from "@/lib/auth/page-actor";
import { houseFacts } from "@/lib/features/legal/house";

export const metadata: Metadata = {
  title: "Family safety",
  description: "How children are looked after in this album, and what to do when something is wrong.",
  robots: { index: true, follow: true },
};

export default async function FamilySafetyPage() {
  const user = await getPageUser();
  const house = houseFacts();
  return (
    <LegalShell appName={house.appName} user={user}>
      <LegalPage
        title="Family safety"
        lead="An album full of children needs care. This is what the album does for you, what you can do, and whom to turn to."
        changedOn="2026-11-23"
        sections={safetySections(house)}
      />
    </LegalShell>
  );
}
