import type { Metadata } from "next";
import { CampaignsScreen } from "@/components/operations/super-admin/campaigns-screen";
import { SuperAdminPage } from "@/components/shell/super-admin-page";
import { VoucherManager } from "@/components/shop/vouchers/voucher-manager";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageSuperAdmin } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Marketing" };

export default async function MarketingPage() {
  await requirePageSuperAdmin();
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={await getPageUser()}
      title="Marketing"
      lead="News by email, only to people who asked for it in their settings."
    >
      <CampaignsScreen />
      <p className="mt-10 mb-4 max-w-[70ch] text-ink-soft">
        Vouchers from here are free for families, and anyone with the code can use them: a thank-you, a
        welcome, a month on you.
      </p>
      <VoucherManager home="/api/super-admin/vouchers" />
    </SuperAdminPage>
  );
}
