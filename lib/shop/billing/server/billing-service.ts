import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getPlans } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";
import { logError } from "@/lib/http/log";
import { hasPayments, requirePayments } from "@/lib/platform/payments/payments";
import { overPlan } from "@/lib/shop/billing/billing-text";
import type { BillingDto, InvoiceDto, SubscriptionDto } from "@/lib/shop/billing/schema";
import { graceDays } from "@/lib/shop/billing/server/tier-service";

const shownInvoices = 24;

/** What the family pays for, without calling the provider. */
export async function getBilling(actor: MemberActor): Promise<Omit<BillingDto, "invoices">> {
  const family = await db.family.findUniqueOrThrow({
    where: { id: actor.familyId },
    select: {
      tier: true,
      storageBytes: true,
      _count: { select: { memberships: true } },
      billingAccount: {
        select: {
          state: true,
          tier: true,
          interval: true,
          amount: true,
          currency: true,
          currentPeriodEnd: true,
          endsAt: true,
          pastDueSince: true,
        },
      },
      tierGrant: { select: { tier: true } },
      voucherPlan: { select: { tier: true, until: true } },
    },
  });
  const { tier, billingAccount: account, tierGrant, voucherPlan } = family;
  const plan = (await getPlans())[tier];
  return {
    tier,
    isConfigured: hasPayments(),
    subscription: account && subscriptionDto(account),
    givenTier: tierGrant?.tier ?? null,
    voucher:
      voucherPlan && voucherPlan.until > new Date()
        ? { tier: voucherPlan.tier, until: voucherPlan.until.toISOString() }
        : null,
    over: overPlan(plan, Number(family.storageBytes), family._count.memberships),
  };
}

function subscriptionDto({
  pastDueSince,
  currentPeriodEnd,
  endsAt,
  ...account
}: Omit<SubscriptionDto, "currentPeriodEnd" | "endsAt" | "graceEndsAt"> & {
  currentPeriodEnd: Date;
  endsAt: Date | null;
  pastDueSince: Date | null;
}): SubscriptionDto {
  const graceEndsAt = pastDueSince && new Date(pastDueSince.getTime() + graceDays * 86_400_000);
  return {
    ...account,
    currentPeriodEnd: currentPeriodEnd.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    graceEndsAt: graceEndsAt?.toISOString() ?? null,
  };
}

/** The family's invoices, latest first; null if the provider can't be reached right now. */
export async function listInvoices(actor: MemberActor): Promise<InvoiceDto[] | null> {
  const account = await db.billingAccount.findUnique({
    where: { familyId: actor.familyId },
    select: { customerId: true },
  });
  if (!account) return [];
  if (!hasPayments()) return null;
  try {
    const invoices = await (await requirePayments()).listInvoices(account.customerId, shownInvoices);
    return invoices.map(({ createdAt, ...invoice }) => ({ ...invoice, createdAt: createdAt.toISOString() }));
  } catch (error) {
    // The page is still useful without the invoices.
    logError(error, { part: "billing" });
    return null;
  }
}

/** Specification 1: the subscription billing area, for the family's owner. */
export async function getBillingWithInvoices(actor: MemberActor): Promise<BillingDto> {
  const [billing, invoices] = await Promise.all([getBilling(actor), listInvoices(actor)]);
  return { ...billing, invoices };
}

export interface NewFamily {
  name: string;
  isPaid: boolean;
  /** Null until the family exists. */
  familyId: string | null;
}

/** A family that this person is paying for, created or not; null if there is no such checkout. */
export async function getNewFamily(userId: string, checkoutId: string): Promise<NewFamily | null> {
  const checkout = await db.billingCheckout.findFirst({
    where: { id: checkoutId, userId, familyName: { not: null } },
    select: { familyName: true, state: true, familyId: true },
  });
  return (
    checkout && {
      name: checkout.familyName ?? "",
      isPaid: checkout.state === "paid",
      familyId: checkout.familyId,
    }
  );
}
