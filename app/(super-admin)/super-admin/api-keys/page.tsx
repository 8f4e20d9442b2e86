import type { Metadata } from "next";
import { ApiKeysScreen } from "@/components/operations/super-admin/api-keys-screen";
import { SuperAdminPage } from "@/components/shell/super-admin-page";
import { buttonClasses } from "@/components/ui/button";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageSuperAdmin } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "API Keys" };

export default async function ApiKeysPage() {
  await requirePageSuperAdmin();
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={await getPageUser()}
      title="API Keys"
      lead="For programs that monitor this server. All keys are read-only."
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
