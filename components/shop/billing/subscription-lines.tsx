"use client";

import { useProviderPage } from "@/components/shop/billing/use-provider-page";
import { Button } from "@/components/ui/button";
import { usePreferences } from "@/components/ui/preferences";
import { describePayments } from "@/lib/shop/billing/client/payment-text";
import { startPortal } from "@/lib/shop/billing/client/queries";
import type { BillingDto } from "@/lib/shop/billing/schema";

export interface SubscriptionLinesProps {
  billing: Pick<BillingDto, "isConfigured" | "subscription" | "givenTier" | "voucher" | "tier">;
  isOwner: boolean;
}

/** The next amount and due date, and the links to the card, the invoices and cancellation. */
export function SubscriptionLines({ billing, isOwner }: SubscriptionLinesProps) {
  const { busy, goTo } = useProviderPage();
  const { subscription, isConfigured } = billing;
  const lines = describePayments(billing, usePreferences().locale);
  const isLive = subscription !== null && subscription.state !== "ended";
  return (
    <div className="mt-5 grid gap-3 empty:hidden">
      {lines.map((line) => (
        <p key={line} className="text-ink-soft">
          {line}
        </p>
      ))}
      {isOwner && isConfigured && subscription && (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            isBusy={busy === "portal"}
            onClick={() => void goTo("portal", () => startPortal())}
          >
            {isLive ? "Card and billing details" : "Earlier payments"}
          </Button>
          {isLive && subscription.endsAt === null && (
            <Button
              variant="ghost"
              isBusy={busy === "cancel"}
              onClick={() => void goTo("cancel", () => startPortal("cancel"))}
            >
              Cancel plan
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
