import type { Metadata } from "next";
import { DiagnosticsPage } from "@/components/operations/diagnostics/diagnostics-page";
import { ProfileCheck } from "@/components/operations/diagnostics/profile-check";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Profile test" };

export default async function ProfileTestPage() {
  const [actor, user] = await Promise.all([requirePageActor(), getPageUser()]);
  const service = env.AVATAR_SERVICE_URL;
  return (
    <DiagnosticsPage
      isAdmin={actor.isAdmin}
      title="Profile test"
      lead="What is in your profile, and how your avatar looks."
    >
      {user && (
        <ProfileCheck
          user={user}
          avatarService={service ? new URL(service.replaceAll("{name}", "name")).host : null}
        />
      )}
    </DiagnosticsPage>
  );
}
