import { Badge } from "@/components/ui/badge";
import type { GiftOrderDto, GiftOrderStatusName } from "@/lib/shop/gifts/schema";

export const giftStatusTexts = {
  awaiting_payment: { label: "Not paid yet", means: "We'll make it once it's paid for.", tone: "honey" },
  placed: { label: "Placed", means: "It's paid for, and we'll make it for you.", tone: "accent" },
  in_production: { label: "In production", means: "It's being made.", tone: "honey" },
  dispatched: { label: "Dispatched", means: "It's on its way to you.", tone: "leaf" },
  delivered: { label: "Delivered", means: "It has arrived. Enjoy it!", tone: "leaf" },
  cancelled: { label: "Cancelled", means: "It wasn't paid for, so it won't be made.", tone: "quiet" },
} as const satisfies Record<GiftOrderStatusName, { label: string; means: string; tone: string }>;

/** What an order's status means for its customer. */
export function describeGiftStatus({ status, paidAt }: Pick<GiftOrderDto, "status" | "paidAt">): string {
  const isRefunded = status === "cancelled" && paidAt !== null;
  return isRefunded ? "It was cancelled. We'll refund everything you paid." : giftStatusTexts[status].means;
}

export function GiftStatusBadge({ status }: { status: GiftOrderStatusName }) {
  const { label, tone } = giftStatusTexts[status];
  return <Badge tone={tone}>{label}</Badge>;
}
