"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { orderStatusTexts } from "@/components/shop/prints/order-status";
import { ProviderCallsCard } from "@/components/shop/prints/provider-calls-card";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { counted } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";
import { printDiagnosticsOptions } from "@/lib/shop/prints/client/order-queries";
import type { PrintDiagnosticsDto } from "@/lib/shop/prints/fulfilment-schema";

/** The print configuration, recent requests to the labs, and the ledger's totals. */
export function PrintDiagnosticsView() {
  const { data, isPending, isFetching, refetch } = useQuery(printDiagnosticsOptions());
  if (isPending) return <Skeleton className="h-96" />;
  if (!data) {
    return (
      <Card aria-label="Print diagnostics" role="alert" className="flex flex-wrap items-center gap-4">
        The diagnostics could not be loaded. Nothing is lost.
        <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <ProvidersCard providers={data.providers} />
      <TroublesCard troubled={data.troubled} />
      <OrdersCard orders={data.orders} packages={data.packages} />
      <LedgerCard ledger={data.ledger} />
      <ProviderCallsCard
        calls={data.calls}
        providers={data.providers}
        isFetching={isFetching}
        onRefresh={() => void refetch()}
      />
    </div>
  );
}

function ProvidersCard({ providers }: Pick<PrintDiagnosticsDto, "providers">) {
  return (
    <Card aria-labelledby="labs">
      <CardHeader
        id="labs"
        title="Labs"
        action={
          <Link
            href="/print-provider-test"
            className={buttonClasses({ variant: "secondary", size: "small" })}
          >
            Test them
          </Link>
        }
      />
      <ul className="divide-y divide-line">
        {providers.map(({ name, label, isConfigured, isChosen, setup }) => (
          <li key={name} className="py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {label}
              <Badge tone={isConfigured ? "leaf" : "quiet"}>{isConfigured ? "Ready" : "Not set up"}</Badge>
              {isChosen && <Badge tone="accent">New orders</Badge>}
            </p>
            <p className="text-ink-soft wrap-anywhere">{setup}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function TroublesCard({ troubled }: Pick<PrintDiagnosticsDto, "troubled">) {
  return (
    <Card aria-labelledby="troubles">
      <CardHeader
        id="troubles"
        title="Needs attention"
        action={
          <Link href="/admin-print-orders" className={buttonClasses({ variant: "secondary", size: "small" })}>
            See the orders
          </Link>
        }
      />
      {troubled.length === 0 ? (
        <p className="text-ink-soft">Every open order can be printed. There's nothing to do.</p>
      ) : (
        <ul className="divide-y divide-line">
          {troubled.map(({ number, reason }) => (
            <li key={number} className="py-2.5 first:pt-0 last:pb-0 wrap-anywhere">
              <strong className="font-semibold">Order {number}:</strong> {reason}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface Figure {
  label: string;
  value: string;
  note: string;
}

/** Right-aligned figures in one column. */
function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="divide-y divide-line">
      {figures.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0 last:pb-0"
        >
          <dt>{label}</dt>
          <dd className="text-right tabular-nums">
            {value} <span className="text-step--1 text-ink-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OrdersCard({ orders, packages }: Pick<PrintDiagnosticsDto, "orders" | "packages">) {
  const figures = Object.entries(orderStatusTexts).flatMap(([status, { label }]) => {
    const found = orders.find((one) => one.status === status);
    return found
      ? [{ label, value: counted(found.orders, "order"), note: counted(found.prints, "print") }]
      : [];
  });
  const kept = { label: "Stored packages", value: String(packages.count), note: megabytes(packages.bytes) };
  return (
    <Card aria-labelledby="orders">
      <CardHeader id="orders" title="Orders" />
      {figures.length === 0 ? (
        <p className="text-ink-soft">No one in the family has ordered prints yet.</p>
      ) : (
        <Figures figures={packages.count > 0 ? [...figures, kept] : figures} />
      )}
    </Card>
  );
}

const ledgerLabels: Record<string, string> = {
  grant: "From the plan",
  voucher: "From vouchers",
  order: "Used by orders",
  forfeit: "Lost",
  cancelled: "Returned by cancelled orders",
};

function LedgerCard({ ledger }: Pick<PrintDiagnosticsDto, "ledger">) {
  const figures = ledger.map(({ kind, entries, prints }) => ({
    label: ledgerLabels[kind] ?? kind,
    value: counted(prints, "print"),
    note: counted(entries, "entry", "entries"),
  }));
  const sum = ledger.reduce((total, { prints }) => total + prints, 0);
  return (
    <Card aria-labelledby="ledger">
      <CardHeader id="ledger" title="Ledger of free prints" />
      {figures.length === 0 ? (
        <p className="text-ink-soft">The first order creates the first entries.</p>
      ) : (
        <Figures figures={[...figures, { label: "Total", value: counted(sum, "print"), note: "left" }]} />
      )}
    </Card>
  );
}
