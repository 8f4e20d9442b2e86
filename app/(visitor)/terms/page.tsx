import type { Metadata } from "next";
import { LegalPage } from "@/components/legal/legal-page";
import { LegalShell } from "@/components/legal/legal-shell";
import { termsSections } from "@/components/legal/terms-sections";
import { getPageUser } from "@/lib/auth/page-actor";
import { houseFacts } from "@/lib/features/legal/house";

export const metadata: Metadata = {
  title: "Terms",
  description: "The rules between your family and whoever runs this album.",
  robots: { index: true, follow: true },
};

export default async function TermsPage() {
  const user = await getPageUser();
  const house = houseFacts();
  return (
    <LegalShell appName={house.appName} user={user}>
      <LegalPage
        title="Terms"
        lead="Your pictures stay yours, be kind to the people on them, and somebody answers for the machine. That is the whole of it; here it is in full."
        changedOn="2026-11-21"
        sections={termsSections(house)}
      />
    </LegalShell>
  );
}
