import type { Metadata } from "next";
import { AdminsOnly } from "@/components/session/admins-only";
import { PaymentSettings } from "@/components/shop/billing/payment-settings";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { getPaymentSettings } from "@/lib/shop/payments/server/payment-settings-service";

export const metadata: Metadata = { title: "Card payments" };

/** Specification 2.2: the card payment provider settings route. */
export default async function StripeSettingsPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  return (
    <>
      <PageHeader
        title="Card payments"
        lead="What this server is set up for, and what Stripe last reported about your family."
      />
      <PaymentSettings settings={await getPaymentSettings(actor)} />
    </>
  );
}
