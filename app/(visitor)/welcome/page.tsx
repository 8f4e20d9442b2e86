import type { Metadata } from "next";
import { headers } from "next/headers";
import { FamilyWelcome } from "@/components/accounts/family-welcome";
import { VisitorWelcome } from "@/components/accounts/visitor-welcome";
import { AppShell } from "@/components/layout/app-shell";
import { getPageActor, getPageUser } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";
import { getWelcomeImage } from "@/lib/features/media/browse-service";

export const metadata: Metadata = { title: "Welcome" };

/** For visitors at any path (middleware rewrites to here); for the family its welcome image. */
export default async function WelcomePage() {
  const [actor, user] = await Promise.all([getPageActor(), getPageUser()]);
  if (!actor || !user) {
    return <VisitorWelcome appName={env.APP_NAME} wantedPath={(await headers()).get("x-wanted-path")} />;
  }
  const image = actor.familyId ? await getWelcomeImage(actor) : null;
  return (
    <AppShell appName={env.APP_NAME} user={user}>
      <FamilyWelcome appName={env.APP_NAME} user={user} image={image} />
    </AppShell>
  );
}
