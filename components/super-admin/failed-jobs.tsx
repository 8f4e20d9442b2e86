"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MomentWords } from "@/components/security/moment-words";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { discardJob, retryJob, systemHealthOptions } from "@/lib/features/system/queries";
import type { FailedJobDto } from "@/lib/features/system/schema";
import { errorMessage } from "@/lib/http/api-error";

/** Jobs that were given up: each can try again, or be forgotten. */
export function FailedJobs({ jobs }: { jobs: readonly FailedJobDto[] }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);

  async function act(id: string, work: () => Promise<unknown>, done: string) {
    setBusy(id);
    try {
      await work();
      toast({ title: done });
    } catch (error) {
      toast({
        title: "That did not work",
        description: errorMessage(error, "Please try again."),
        variant: "danger",
      });
    }
    await queryClient.invalidateQueries({ queryKey: systemHealthOptions().queryKey });
    setBusy(null);
  }

  if (jobs.length === 0) return null;
  return (
    <ul aria-label="Failed jobs" className="mt-3 divide-y divide-line border-t border-line">
      {jobs.map(({ id, task, attempts, error, failedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-mono text-step--1 font-semibold wrap-anywhere">{task}</p>
            <p className="text-step--1 text-ink-soft wrap-anywhere">
              {error ?? "No reason given"}. Tried {attempts} times, last <MomentWords iso={failedAt} />
            </p>
          </div>
          <span className="flex gap-2.5">
            <Button
              variant="secondary"
              isBusy={busy === id}
              aria-label={`Try ${task} again`}
              onClick={() => void act(id, () => retryJob(id), "Retrying")}
            >
              Try again
            </Button>
            <Button
              variant="ghost"
              isBusy={busy === id}
              aria-label={`Discard ${task}`}
              onClick={() => void act(id, () => discardJob(id), "Job discarded")}
            >
              Discard
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
