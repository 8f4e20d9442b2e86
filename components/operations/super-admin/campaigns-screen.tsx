"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { CampaignDialog } from "@/components/operations/super-admin/campaign-dialog";
import { CampaignRow } from "@/components/operations/super-admin/campaign-row";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { campaignsOptions } from "@/lib/notify/campaigns/client/queries";
import type { CampaignDto } from "@/lib/notify/campaigns/schema";
import { counted } from "@/lib/shared/counted";

/** News by email: writing, testing and sending it, with its progress. */
export function CampaignsScreen() {
  const queryClient = useQueryClient();
  const { data, isPending, isFetching, refetch } = useQuery(campaignsOptions());
  const [writing, setWriting] = useState<CampaignDto | "new" | null>(null);
  if (isPending) return <Skeleton className="h-72" />;
  if (!data) return <LoadFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  const refresh = () => queryClient.invalidateQueries({ queryKey: campaignsOptions().queryKey });
  const write = (
    <Button onClick={() => setWriting("new")}>
      <PenLine aria-hidden="true" />
      New campaign
    </Button>
  );
  return (
    <div className="max-w-3xl">
      {!data.isMailConfigured && (
        <p className="mb-4 rounded-2xl bg-honey-soft px-4 py-3">
          No mail server is set up (SMTP_URL), so emails wait in the outbox on System Health.
        </p>
      )}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong>{counted(data.audience, "person has", "people have")}</strong> asked for news.
          {data.audience === 0 && " People turn it on under Settings, Notifications."}
        </p>
        {data.items.length > 0 && write}
      </div>
      {data.items.length === 0 ? (
        <EmptyState drawing="tray" title="No campaigns yet" action={write}>
          Tell people what's new. Every email has an unsubscribe link.
        </EmptyState>
      ) : (
        <ul aria-label="Campaigns" className="card divide-y divide-line p-0">
          {data.items.map((campaign) => (
            <CampaignRow
              key={campaign.id}
              campaign={campaign}
              audience={data.audience}
              onEdit={() => setWriting(campaign)}
              onChanged={() => void refresh()}
            />
          ))}
        </ul>
      )}
      {writing && (
        <CampaignDialog
          campaign={writing === "new" ? null : writing}
          onSaved={() => void refresh()}
          onClose={() => setWriting(null)}
        />
      )}
    </div>
  );
}
