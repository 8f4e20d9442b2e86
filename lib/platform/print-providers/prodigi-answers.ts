import { z } from "zod";
import type { ProviderOrder, ProviderState } from "@/lib/platform/print-providers/print-provider";

const text = z.string().max(2_000);

const shipmentSchema = z.object({
  dispatchDate: text.nullish(),
  tracking: z.object({ url: text.nullish() }).nullish(),
});

/** The parts of Prodigi's order object that we read. */
const orderSchema = z.object({
  id: z.string().min(1).max(100),
  status: z.object({
    stage: text,
    issues: z.array(z.object({ description: text.nullish(), errorCode: text.nullish() })).nullish(),
    details: z.object({ inProduction: text.nullish(), shipping: text.nullish() }).nullish(),
  }),
  shipments: z.array(shipmentSchema).nullish(),
});

export const orderAnswerSchema = z.object({ outcome: text, order: orderSchema });
/** For an action: Cancelled, ActionNotAvailable, FailedToCancel. */
export const actionAnswerSchema = z.object({ outcome: text });
export type ProdigiOrder = z.infer<typeof orderSchema>;

const amount = z.object({ amount: text, currency: text });
export const quoteAnswerSchema = z.object({
  outcome: text,
  quotes: z.array(z.object({ costSummary: z.object({ items: amount, shipping: amount }) })).min(1),
});

export const refusalSchema = z.object({ outcome: text.nullish(), failures: z.unknown().optional() });

function stateOf({ status, shipments }: ProdigiOrder): ProviderState {
  if (status.stage === "Cancelled") return "cancelled";
  const isSent = (shipments ?? []).some(({ dispatchDate }) => dispatchDate);
  if (status.stage === "Complete" || status.details?.shipping === "Complete" || isSent) return "dispatched";
  return status.details?.inProduction && status.details.inProduction !== "NotStarted"
    ? "in_production"
    : "received";
}

/** Only a web page can be linked to. */
function trackingOf({ shipments }: ProdigiOrder): string | null {
  for (const { tracking } of shipments ?? []) {
    if (tracking?.url && /^https?:\/\//.test(tracking.url) && URL.canParse(tracking.url)) return tracking.url;
  }
  return null;
}

export function providerOrder(order: ProdigiOrder): ProviderOrder {
  const issues = (order.status.issues ?? []).map(
    ({ description, errorCode }) => description || errorCode || "Something is wrong with this order",
  );
  return { reference: order.id, state: stateOf(order), trackingUrl: trackingOf(order), issues };
}
