import type { Metadata } from "next";
import { OrganizationSignupForm } from "@/components/account/accounts/organization-signup-form";
import { SignupPage } from "@/components/account/accounts/signup-page";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { getPlans, getSystemSettings } from "@/lib/core/system-settings/server/service";
import { env } from "@/lib/env";
import { storageSize } from "@/lib/shared/storage-size";

export const metadata: Metadata = { title: "Create your family" };

export default async function OrganizationSignupPage() {
  const [user, { signUpOpen }, { free }] = await Promise.all([
    getPageUser(),
    getSystemSettings(),
    getPlans(),
  ]);
  return (
    <SignupPage
      appName={env.APP_NAME}
      user={user}
      isOpen={signUpOpen}
      title="Create your family"
      lead={`A private album for the people you love. Free for up to ${free.members} people and ${storageSize(free.storageBytes)}.`}
    >
      <OrganizationSignupForm />
    </SignupPage>
  );
}
