import Link from "next/link";
import { closeBasket } from "@/components/shop/basket/basket-controller";
import { Badge } from "@/components/ui/badge";
import { usePreferences } from "@/components/ui/preferences";
import { describeReady, describeRoom, roomLeft } from "@/lib/shop/prints/basket-count";
import { orderNote } from "@/lib/shop/prints/basket-state";
import type { QuotaDto } from "@/lib/shop/prints/schema";

export interface BasketSummaryProps {
  prints: number;
  quota: QuotaDto | null | undefined;
  shippingAddress: string;
}

/** The number of prints in the basket, what an order forfeits, and its shipping address. */
export function BasketSummary({ prints, quota, shippingAddress }: BasketSummaryProps) {
  const { locale } = usePreferences();
  const note = quota ? orderNote(prints, quota, locale) : null;
  return (
    <div className="mt-5 grid gap-3 rounded-2xl bg-sunk p-4">
      <p role="status" className="flex flex-wrap items-center justify-between gap-2">
        <strong>{describeReady(prints)}</strong>
        {quota && (
          <Badge tone={roomLeft(prints, quota) > 0 ? "leaf" : "honey"}>{describeRoom(prints, quota)}</Badge>
        )}
      </p>
      {note && <p className="text-step--1 text-ink-soft">{note}</p>}
      {shippingAddress ? (
        <p className="text-step--1 text-ink-soft wrap-anywhere">
          <span className="font-semibold text-ink">Deliver to</span> {shippingAddress}
        </p>
      ) : (
        <p className="text-step--1">
          Missing shipping address - Please add your address in your profile settings.{" "}
          <Link href="/profile" onClick={closeBasket} className="text-link">
            Open profile
          </Link>
        </p>
      )}
    </div>
  );
}
