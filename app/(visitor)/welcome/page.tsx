import type { Metadata } from "next";
import { headers } from "next/headers";
import { FamilyWelcome } from "@/components/accounts/family-welcome";
import { VisitorWelcome } from "@/components/accounts/visitor-welcome";
import { deviceIn } from "@/lib/auth/device-cookie";
import { getPageActor, getPageUser } from "@/lib/auth/page-actor";
import { readSystemSettings } from "@/lib/core/system-settings/service";
import { env } from "@/lib/env";
import { loginAddress } from "@/lib/features/accounts/sign-in-destination";
import { getWelcomeImage } from "@/lib/features/media/welcome-image-service";
import { getSharePreview } from "@/lib/features/sharing/service";
import { visitedUrlOf } from "@/lib/http/app-url";
import { isSecureRequest } from "@/lib/http/same-origin";
import { SignedInShell } from "../../signed-in-shell";

/** What a link preview shows of a shared address: the family's welcome, never a picture. */
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

/** For visitors at any path (middleware rewrites to here); for the family its welcome image. */
export default async function WelcomePage() {
  const [actor, user] = await Promise.all([getPageActor(), getPageUser()]);
  if (!actor || !user) {
    const [sent, { signUpOpen }] = await Promise.all([headers(), readSystemSettings()]);
    const wantedPath = sent.get("x-wanted-path");
    const isSecure = isSecureRequest({ headers: sent });
    return (
      <VisitorWelcome
        appName={env.APP_NAME}
        wantedPath={wantedPath}
        isOpen={signUpOpen}
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
