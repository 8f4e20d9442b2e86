import type { Metadata } from "next";
import { RegistrationScreen } from "@/components/family/invitations/registration-screen";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Your invitation" };

export default async function RegisterPage({ params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  return (
    <VisitorShell appName={env.APP_NAME}>
      <RegistrationScreen code={code} />
    </VisitorShell>
  );
}
