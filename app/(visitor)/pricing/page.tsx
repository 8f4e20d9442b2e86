import type { Metadata } from "next";
import { PricingView } from "@/components/shop/billing/pricing-view";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { env } from "@/lib/env";
import { readPageMoney } from "@/lib/http/page-money";
import { listPlans } from "@/lib/shop/billing/server/service";
import { SignedInShell } from "../../signed-in-shell";

export const metadata: Metadata = {
  title: "Pricing",
  description: "What an album for your family costs: a free plan and two larger ones.",
  robots: { index: true, follow: true },
};

export default async function PricingPage() {
  const [user, money, plans, { signUpOpen }] = await Promise.all([
    getPageUser(),
    readPageMoney(),
    listPlans(),
    getSystemSettings(),
  ]);
  const family = user?.currentFamily;
  const view = (
    <PricingView
      plans={plans}
      currency={money.currency}
      locale={money.locale}
      current={family && user ? user.subscriptionTier : null}
      isSignedIn={user !== null}
      isOwner={family?.role === "owner"}
      isSignUpOpen={signUpOpen}
    />
  );
  if (!user) return <VisitorShell appName={env.APP_NAME}>{view}</VisitorShell>;
  return <SignedInShell>{view}</SignedInShell>;
}
