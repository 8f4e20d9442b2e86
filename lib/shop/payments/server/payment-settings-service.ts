import type { Actor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { appUrl } from "@/lib/http/app-url";
import { forbidden } from "@/lib/http/errors";
import { hasPayments, requirePayments } from "@/lib/platform/payments/payments";
import type { ConnectionDto, PaymentSettingsDto } from "@/lib/shop/billing/schema";
import { refusedEventId } from "@/lib/shop/payments/server/webhook-service";

const shownErrors = 5;

/** For a family's admins and super admins. @throws AppError 403 */
export function requireCanSeePayments(actor: Actor): void {
  if (!actor.isSuperAdmin && !actor.isAdmin) throw forbidden("Only the family's admins can do this.");
}

/**
 * How card payments are set up, and the last events from the provider: a family sees its own, a super admin all. Never
 * a key, nor whose event it was.
 */
export async function getPaymentSettings(actor: Actor): Promise<PaymentSettingsDto> {
  requireCanSeePayments(actor);
  const heard = actor.isSuperAdmin ? {} : { familyId: actor.familyId };
  const [lastEvent, failed] = await Promise.all([
    db.billingEvent.findFirst({
      where: { ...heard, id: { not: refusedEventId } },
      orderBy: { receivedAt: "desc" },
      select: { name: true, receivedAt: true },
    }),
    db.billingEvent.findMany({
      where: { ...heard, error: { not: null } },
      orderBy: { receivedAt: "desc" },
      take: shownErrors,
      select: { name: true, error: true, receivedAt: true },
    }),
  ]);
  return {
    provider: "Stripe",
    isConfigured: hasPayments(),
    hasSecretKey: Boolean(env.STRIPE_SECRET_KEY),
    hasWebhookSecret: Boolean(env.STRIPE_WEBHOOK_SECRET),
    mode: hasPayments() ? (await requirePayments()).mode : null,
    webhookUrl: `${appUrl()}/api/stripe/webhook`,
    lastEvent: lastEvent && { name: lastEvent.name, receivedAt: lastEvent.receivedAt.toISOString() },
    errors: failed.map(({ name, error, receivedAt }) => ({
      name,
      code: error ?? "",
      at: receivedAt.toISOString(),
    })),
  };
}

/** Asks the provider whether it accepts our key. @throws AppError 403; PaymentsError */
export async function testPayments(actor: Actor): Promise<ConnectionDto> {
  requireCanSeePayments(actor);
  const payments = await requirePayments();
  const { accountName } = await payments.checkConnection();
  return { accountName, mode: payments.mode };
}
