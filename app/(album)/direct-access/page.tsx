import type { Metadata } from "next";
import { DirectAccessScreen } from "@/components/family/direct-access/direct-access-screen";
import { AdminsOnly } from "@/components/session/admins-only";
import { PageHeader } from "@/components/ui/page-header";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";
import { listDirectAccessPeople } from "@/lib/family/direct-access/server/service";

export const metadata: Metadata = { title: "Direct Access" };

interface DirectAccessPageProps {
  searchParams: Promise<{ user?: string | string[] }>;
}

export default async function DirectAccessPage({ searchParams }: DirectAccessPageProps) {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const { user: chosenId } = await searchParams;
  const [user, people] = await Promise.all([getPageUser(), listDirectAccessPeople(actor)]);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Direct Access"
        lead="For relatives who struggle with passwords: a link or QR code that signs them in once. Grown-ups are notified, and their link opens the album but not their account."
      />
      <DirectAccessScreen
        appName={env.APP_NAME}
        familyName={user?.currentFamily?.name ?? "your family"}
        people={people}
        chosen={chosenId ? (people.find(({ userId }) => userId === chosenId) ?? "refused") : null}
      />
    </div>
  );
}
