import type { Metadata } from "next";
import { OrganizationSignupForm } from "@/components/accounts/organization-signup-form";
import { SignupPage } from "@/components/accounts/signup-page";
import { getPageUser } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Create your family" };

export default async function OrganizationSignupPage() {
  return (
    <SignupPage
      appName={env.APP_NAME}
      user={await getPageUser()}
      title="Create your family"
      lead="A private album for the people you love. Free for up to 3 people and 5 GB."
    >
      <OrganizationSignupForm />
    </SignupPage>
  );
}
