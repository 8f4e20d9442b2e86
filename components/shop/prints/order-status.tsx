import { Badge } from "@/components/ui/badge";
import type { PrintOrderStatusName } from "@/lib/shop/prints/schema";

interface StatusText {
  label: string;
  /** What it means for the customer. */
  means: string;
  tone: "quiet" | "accent" | "honey" | "leaf";
}

export const orderStatusTexts: Record<PrintOrderStatusName, StatusText> = {
  placed: { label: "Placed", means: "We have your order. It can still be cancelled.", tone: "accent" },
  in_production: { label: "In production", means: "Your prints are being made.", tone: "honey" },
  dispatched: { label: "Dispatched", means: "Your prints are on their way to you.", tone: "leaf" },
  delivered: { label: "Delivered", means: "Your prints have arrived. Enjoy them!", tone: "leaf" },
  cancelled: { label: "Cancelled", means: "This order was cancelled.", tone: "quiet" },
};

export function OrderStatusBadge({ status }: { status: PrintOrderStatusName }) {
  const { label, tone } = orderStatusTexts[status];
  return <Badge tone={tone}>{label}</Badge>;
}
