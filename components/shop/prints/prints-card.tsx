"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { PrintsPicture } from "@/components/shop/prints/prints-picture";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { NotLoaded } from "@/components/ui/not-loaded";
import { usePreferences } from "@/components/ui/preferences";
import { Skeleton } from "@/components/ui/skeleton";
import { counted } from "@/lib/shared/counted";
import { formatDay } from "@/lib/shared/day-text";
import { quotaOptions } from "@/lib/shop/prints/client/queries";
import type { QuotaDto } from "@/lib/shop/prints/schema";

/** The month's free prints: how many are left, ordered and forfeited, and when they renew. */
export function PrintsCard() {
  const { data: quota, isPending, isFetching, refetch } = useQuery(quotaOptions());
  if (isPending) return <Skeleton className="h-64" />;
  return (
    <Card aria-labelledby="free-prints">
      <CardHeader id="free-prints" title="Free prints" />
      {quota ? (
        <PrintsOfMonth quota={quota} />
      ) : (
        <NotLoaded isBusy={isFetching} onRetry={() => void refetch()}>
          Your free prints could not be loaded. Nothing is lost.
        </NotLoaded>
      )}
    </Card>
  );
}

function PrintsOfMonth({ quota }: { quota: QuotaDto }) {
  const { locale } = usePreferences();
  const { remaining, monthlyQuota, order, sharedPrints: shared = 0 } = quota;
  const resetDay = <strong>{formatDay(new Date(quota.resetsOn), "UTC", locale)}</strong>;
  return (
    <div className="grid gap-4">
      <p>
        <strong className="mr-2.5 font-display text-step-3 leading-none">{remaining}</strong>
        {order
          ? "left: this month's prints are ordered."
          : `${remaining === 1 ? "print" : "prints"} left this month`}
      </p>
      <PrintsPicture quota={quota} />
      <div className="grid gap-2 text-ink-soft">
        <p>
          Your plan gives you {counted(monthlyQuota - shared, "free print")} a month.
          {shared > 0 && ` You were given ${shared} more this month.`}
          {shared < 0 && ` You've given away ${-shared} this month.`}
        </p>
        {order ? (
          <p>
            This month's order has {counted(order.printCount, "print")}.
            {quota.forfeited > 0 && ` You lost the ${counted(quota.forfeited, "print")} you didn't use.`}
          </p>
        ) : (
          <p>
            You can order once a month. You'll lose any prints you don't use, so it's best to use them all at
            once.
          </p>
        )}
        {quota.voucherPrints > 0 && <p>Prints from vouchers stay yours until you use them.</p>}
        <p>Your free prints renew on {resetDay}.</p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        {remaining > 0 && (
          <Link href="/recent-uploads" className={buttonClasses()}>
            Choose photos to print
          </Link>
        )}
        <Link href="/print-orders" className={buttonClasses({ variant: "secondary" })}>
          Your print orders
        </Link>
      </div>
    </div>
  );
}
