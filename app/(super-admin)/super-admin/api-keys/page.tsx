import type { Metadata } from "next";
import { ApiKeysScreen } from "@/components/super-admin/api-keys-screen";
import { SuperAdminPage } from "@/components/super-admin/super-admin-page";
import { buttonClasses } from "@/components/ui/button";
import { getPageUser, requirePageSuperAdmin } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "API Keys" };

export default async function ApiKeysPage() {
  await requirePageSuperAdmin();
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={await getPageUser()}
      title="API Keys"
      lead="For programs that monitor this server. Keys are read-only."
      action={
        <a href="/api/docs" className={buttonClasses({ variant: "secondary" })}>
          API reference
        </a>
      }
    >
      <ApiKeysScreen />
    </SuperAdminPage>
  );
}
