import type { Metadata } from "next";
import { EmailOutcome } from "@/components/account/profile/email-outcome";
import { ProfileView } from "@/components/account/profile/profile-view";
import { PageHeader } from "@/components/ui/page-header";
import { getProfile } from "@/lib/account/profile/server/service";
import { requirePageUser } from "@/lib/core/auth/server/page-actor";
import { isMailConfigured, isSmsConfigured } from "@/lib/core/messages/server/service";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage({
  searchParams,
}: {
  searchParams: Promise<{ email?: string | string[] }>;
}) {
  const actor = await requirePageUser();
  const [{ email }, profile] = await Promise.all([searchParams, getProfile(actor)]);
  return (
    <>
      <PageHeader title="Profile" lead="How your family sees you, and where to reach you." />
      <EmailOutcome outcome={email} />
      <ProfileView profile={profile} isMailSetUp={isMailConfigured()} isSmsSetUp={isSmsConfigured()} />
    </>
  );
}
