import type { Metadata } from "next";
import { PaymentSettings } from "@/components/billing/payment-settings";
import { AdminsOnly } from "@/components/families/admins-only";
import { PageHeader } from "@/components/media/page-header";
import { requirePageActor } from "@/lib/auth/page-actor";
import { getPaymentSettings } from "@/lib/features/billing/payment-settings-service";

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
