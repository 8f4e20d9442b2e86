import type { Metadata } from "next";
import { CreateAccountForm } from "@/components/account/accounts/create-account-form";
import { SignupPage } from "@/components/account/accounts/signup-page";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Create Account" };

const family = {
  question: "Starting an album for your family?",
  href: "/organization/signup",
  label: "Create your family",
};

export default async function CreateAccountPage() {
  const [user, { signUpOpen }] = await Promise.all([getPageUser(), getSystemSettings()]);
  return (
    <SignupPage
      appName={env.APP_NAME}
      user={user}
      isOpen={signUpOpen}
      title="Create Account"
      lead="If your family is already here, or you want to look around first."
      elsewhere={family}
    >
      <CreateAccountForm />
    </SignupPage>
  );
}
