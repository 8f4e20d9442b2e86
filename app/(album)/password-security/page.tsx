import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PasswordSettings } from "@/components/account/accounts/password-settings";
import { PageHeader } from "@/components/ui/page-header";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageUser } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Password" };

export default async function PasswordSecurityPage() {
  await requirePageUser();
  const user = await getPageUser();
  if (!user) redirect("/welcome");
  return (
    <>
      <PageHeader title="Password" lead="Change your password, or set your first one." />
      <PasswordSettings user={user} />
    </>
  );
}
