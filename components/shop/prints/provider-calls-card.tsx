"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PrintDiagnosticsDto } from "@/lib/shop/prints/fulfilment-schema";

const actionLabels: Record<string, string> = {
  submit: "Order sent",
  status: "Status checked",
  cancel: "Cancelled",
  test: "Tested",
};

export interface ProviderCallsCardProps extends Pick<PrintDiagnosticsDto, "calls" | "providers"> {
  isFetching: boolean;
  onRefresh: () => void;
}

/** Recent requests to the labs, and their outcomes. */
export function ProviderCallsCard({ calls, providers, isFetching, onRefresh }: ProviderCallsCardProps) {
  const labelOf = (name: string) => providers.find((one) => one.name === name)?.label ?? name;
  return (
    <Card aria-labelledby="calls" className="lg:col-span-2">
      <CardHeader
        id="calls"
        title="Recent calls"
        action={
          <Button variant="secondary" size="small" isBusy={isFetching} onClick={onRefresh}>
            Refresh
          </Button>
        }
      />
      {calls.length === 0 ? (
        <p className="text-ink-soft">No calls to a lab in the last month.</p>
      ) : (
        <ul className="divide-y divide-line">
          {calls.map(({ id, provider, action, orderNumber, isOk, detail, durationMs, createdAt }) => (
            <li key={id} className="py-3 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Badge tone={isOk ? "leaf" : "accent"}>{isOk ? "OK" : "Failed"}</Badge>
                <span className="font-semibold">{actionLabels[action] ?? action}</span>
                <span className="text-ink-soft">
                  {orderNumber !== null && `order ${orderNumber}, `}
                  {labelOf(provider)}, {(durationMs / 1000).toFixed(1)} s, <RelativeTime iso={createdAt} />
                </span>
              </p>
              <p className="mt-0.5 wrap-anywhere">{detail}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
