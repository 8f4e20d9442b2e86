import type { Metadata } from "next";
import { headers } from "next/headers";
import { VisitorWelcome } from "@/components/account/accounts/visitor-welcome";
import { FamilyWelcome } from "@/components/album/home/family-welcome";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { loginAddress } from "@/lib/account/accounts/sign-in-destination";
import { isFirstRunOpen } from "@/lib/account/first-run/server/first-run-service";
import { getWelcomeImage } from "@/lib/album/media/server/welcome-image-service";
import { getSharePreview } from "@/lib/album/sharing/server/service";
import { deviceIn } from "@/lib/core/auth/server/device-cookie";
import { getPageActor } from "@/lib/core/auth/server/page-actor";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { env } from "@/lib/env";
import { visitedUrlOf } from "@/lib/http/app-url";
import { isSecureRequest } from "@/lib/http/same-origin";
import { SignedInShell } from "../../signed-in-shell";

/** The link preview of a shared address: the family's welcome, never a picture. */
export async function generateMetadata(): Promise<Metadata> {
  const sent = await headers();
  const { familyName, description, imagePath } = await getSharePreview(sent.get("x-wanted-path"));
  const title = familyName ?? env.APP_NAME;
  const image = { url: imagePath, width: 1200, height: 630, alt: title };
  return {
    title: familyName ? { absolute: `${familyName} · ${env.APP_NAME}` } : "Welcome",
    description,
    metadataBase: new URL(visitedUrlOf(sent)),
    openGraph: { type: "website", siteName: env.APP_NAME, title, description, images: [image] },
    twitter: { card: "summary_large_image", title, description, images: [image] },
  };
}

/** For visitors at any path (middleware rewrites to it); for the family, its welcome image. */
export default async function WelcomePage() {
  const [actor, user] = await Promise.all([getPageActor(), getPageUser()]);
  if (!actor || !user) {
    const [sent, { signUpOpen }, isFresh] = await Promise.all([
      headers(),
      getSystemSettings(),
      isFirstRunOpen(),
    ]);
    const wantedPath = sent.get("x-wanted-path");
    const isSecure = isSecureRequest({ headers: sent });
    return (
      <VisitorWelcome
        appName={env.APP_NAME}
        wantedPath={wantedPath}
        isOpen={signUpOpen}
        isFresh={isFresh}
        isNewcomer={loginAddress(wantedPath) === "/login" && !deviceIn(sent.get("cookie"), isSecure)}
      />
    );
  }
  const image = actor.familyId ? await getWelcomeImage(actor) : null;
  return (
    <SignedInShell>
      <FamilyWelcome appName={env.APP_NAME} user={user} image={image} />
    </SignedInShell>
  );
}
