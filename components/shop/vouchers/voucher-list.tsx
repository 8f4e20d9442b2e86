"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { VoucherCode } from "@/components/shop/vouchers/voucher-code";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalDate } from "@/components/ui/local-date";
import { NotLoaded } from "@/components/ui/not-loaded";
import { usePreferences } from "@/components/ui/preferences";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { listed } from "@/lib/shared/listed";
import {
  revokeVoucher,
  type VoucherHome,
  voucherAllowanceKey,
  vouchersKey,
  vouchersOptions,
} from "@/lib/shop/vouchers/client/queries";
import type { VoucherDto } from "@/lib/shop/vouchers/schema";
import { voucherWorth } from "@/lib/shop/vouchers/voucher-text";

const states = {
  open: { label: "Open", tone: "leaf" },
  usedUp: { label: "Used up", tone: "quiet" },
  expired: { label: "Expired", tone: "quiet" },
  revoked: { label: "Cancelled", tone: "honey" },
} as const;

/** The vouchers created so far: what each is worth, who has used it, and a way to revoke it. */
export function VoucherList({ home }: { home: VoucherHome }) {
  const queryClient = useQueryClient();
  const { data: vouchers, isPending, isFetching, refetch } = useQuery(vouchersOptions(home));
  const [asked, setAsked] = useState<VoucherDto | null>(null);
  const { run, isBusy } = useAction(
    async (voucher: VoucherDto) => {
      await revokeVoucher(home, voucher.id);
      toast({ title: "The voucher is cancelled" });
    },
    {
      failureTitle: "The voucher could not be cancelled",
      onSettled: async () => {
        await queryClient.invalidateQueries({ queryKey: vouchersKey(home) });
        void queryClient.invalidateQueries({ queryKey: voucherAllowanceKey });
        setAsked(null);
      },
    },
  );

  return (
    <Card aria-labelledby="vouchers">
      <CardHeader id="vouchers" title="Vouchers" />
      {isPending && <Skeleton className="h-48" />}
      {!isPending && !vouchers && (
        <NotLoaded isBusy={isFetching} onRetry={() => void refetch()}>
          The vouchers could not be loaded. Nothing is lost.
        </NotLoaded>
      )}
      {vouchers?.length === 0 && (
        <EmptyState level={3} drawing="heart" title="No vouchers yet" className="py-6">
          Vouchers you create appear here, with who has used them.
        </EmptyState>
      )}
      {vouchers && vouchers.length > 0 && (
        <ul className="divide-y divide-line">
          {vouchers.map((voucher) => (
            <VoucherRow key={voucher.id} voucher={voucher} onRevoke={() => setAsked(voucher)} />
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setAsked(null)}
          title={`Cancel voucher ${asked.code}?`}
          description={
            home === "/api/admin/vouchers"
              ? "No one can use it any more. What hasn't been used goes back to the person who made it."
              : "No one can use it any more. What was already used isn't affected."
          }
          confirmLabel="Cancel voucher"
          cancelLabel="Keep it"
          isBusy={isBusy}
          onConfirm={() => void run(asked)}
        />
      )}
    </Card>
  );
}

function VoucherRow({ voucher, onRevoke }: { voucher: VoucherDto; onRevoke: () => void }) {
  const { code, state, uses, usesLeft, usedBy, expiresAt, madeBy, createdAt } = voucher;
  const { locale } = usePreferences();
  const { label, tone } = states[state];
  const used = uses - usesLeft;
  const others = used - usedBy.length;
  const names = [...usedBy, ...(others > 0 ? [`${others} more`] : [])];
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{voucherWorth(voucher, locale)}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {code ? (
        <VoucherCode code={code} />
      ) : (
        <p className="text-step--1 text-ink-soft">The code can no longer be shown.</p>
      )}
      <p className="text-step--1 text-ink-soft wrap-anywhere">
        {uses === 1 ? (used === 1 ? "Used" : "Not used yet") : `Used ${used} of ${uses} times`}
        {names.length > 0 && `, by ${listed(names)}`}.{" "}
        {expiresAt && (
          <>
            Valid until <LocalDate iso={expiresAt} />.{" "}
          </>
        )}
        Created <LocalDate iso={createdAt} isRelative />
        {madeBy && ` by ${madeBy}`}.
      </p>
      {state === "open" && (
        <Button variant="ghost" size="small" className="justify-self-start" onClick={onRevoke}>
          Cancel voucher
          <span className="sr-only"> {code}</span>
        </Button>
      )}
    </li>
  );
}
