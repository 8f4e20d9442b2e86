import type { Metadata } from "next";
import { PageHeader } from "@/components/media/page-header";
import { EmailOutcome } from "@/components/profile/email-outcome";
import { ProfileView } from "@/components/profile/profile-view";
import { requirePageUser } from "@/lib/auth/page-actor";
import { isMailConfigured, isSmsConfigured } from "@/lib/core/messages/service";
import { getProfile } from "@/lib/features/profile/service";

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
