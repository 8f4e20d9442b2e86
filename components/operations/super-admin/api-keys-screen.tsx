"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { NewApiKeyDialog } from "@/components/operations/super-admin/new-api-key-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { apiKeysOptions, revokeApiKey } from "@/lib/operations/api-keys/client/queries";
import type { ApiKeyDto } from "@/lib/operations/api-keys/schema";

/** The API keys for reports: created, shown once, revoked. */
export function ApiKeysScreen() {
  const queryClient = useQueryClient();
  const { data: keys, isPending, isFetching, refetch } = useQuery(apiKeysOptions());
  const [isMaking, setIsMaking] = useState(false);
  const [ending, setEnding] = useState<ApiKeyDto | null>(null);
  const { run, isBusy } = useAction(
    async ({ id, name }: ApiKeyDto) => {
      await revokeApiKey(id);
      toast({ title: `The key “${name}” is revoked` });
    },
    {
      failureTitle: "The key was not revoked",
      onSettled: async () => {
        await queryClient.invalidateQueries({ queryKey: apiKeysOptions().queryKey });
        setEnding(null);
      },
    },
  );

  const makeButton = (
    <Button onClick={() => setIsMaking(true)}>
      <Plus aria-hidden="true" />
      New key
    </Button>
  );
  return (
    <div className="max-w-3xl">
      {isPending && <Skeleton className="h-48" />}
      {!isPending && !keys && <LoadFailed isBusy={isFetching} onRetry={() => void refetch()} />}
      {keys?.length === 0 && (
        <EmptyState drawing="tray" title="No keys yet" action={makeButton}>
          A key lets a program read this server's statistics, reports and metrics. It can't change anything or
          see any photos or anything people wrote.
        </EmptyState>
      )}
      {keys && keys.length > 0 && (
        <>
          <div className="mb-4 flex justify-end">{makeButton}</div>
          <ul aria-label="API keys" className="card divide-y divide-line p-0">
            {keys.map((key) => (
              <li key={key.id} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 md:px-5">
                <div className="min-w-0 flex-1 basis-60">
                  <p className="font-semibold wrap-anywhere">{key.name}</p>
                  <p className="text-step--1 text-ink-soft">
                    <code className="font-mono">{key.hint}…</code>, reads reports
                  </p>
                </div>
                <p className="basis-56 text-step--1 text-ink-soft max-md:basis-full">
                  <span className="block">
                    Created by {key.createdBy ?? "someone"} <RelativeTime iso={key.createdAt} />
                  </span>
                  <span className="block">
                    {key.lastUsedAt ? (
                      <>
                        Last used <RelativeTime iso={key.lastUsedAt} />
                      </>
                    ) : (
                      "Never used"
                    )}
                  </span>
                </p>
                <Button
                  variant="secondary"
                  onClick={() => setEnding(key)}
                  aria-label={`Revoke the key ${key.name}`}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-5 text-step--1 text-ink-soft">
        Programs send it as <code className="font-mono">Authorization: Bearer</code> to{" "}
        <code className="font-mono wrap-anywhere">/api/super-admin/overview</code>,{" "}
        <code className="font-mono wrap-anywhere">/api/super-admin/reports</code> and{" "}
        <code className="font-mono">/api/metrics</code>.
      </p>
      {isMaking && <NewApiKeyDialog onClose={() => setIsMaking(false)} />}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setEnding(null)}
          title={`Revoke the key “${ending.name}”?`}
          description="Programs using it lose access immediately. This can't be undone."
          confirmLabel="Revoke key"
          isBusy={isBusy}
          onConfirm={() => void run(ending)}
        />
      )}
    </div>
  );
}
