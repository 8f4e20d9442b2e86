"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { discardJob, retryJob, systemHealthOptions } from "@/lib/operations/system/client/queries";
import type { FailedJobDto } from "@/lib/operations/system/schema";

/** Failed jobs, each of which can be retried or discarded. */
export function FailedJobs({ jobs }: { jobs: readonly FailedJobDto[] }) {
  if (jobs.length === 0) return null;
  return (
    <ul aria-label="Failed jobs" className="mt-3 divide-y divide-line border-t border-line">
      {jobs.map((job) => (
        <FailedJob key={job.id} job={job} />
      ))}
    </ul>
  );
}

function FailedJob({ job: { id, task, attempts, error, failedAt } }: { job: FailedJobDto }) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: systemHealthOptions().queryKey });
  const { run, isBusy } = useAction(
    async (action: "retry" | "discard") => {
      await (action === "retry" ? retryJob(id) : discardJob(id));
      toast({ title: action === "retry" ? "Retrying" : "Job discarded" });
    },
    { failureTitle: "That didn't work", onSettled },
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-mono text-step--1 font-semibold wrap-anywhere">{task}</p>
        <p className="text-step--1 text-ink-soft wrap-anywhere">
          {error ?? "No reason given"}. Tried {attempts} times, last <RelativeTime iso={failedAt} />
        </p>
      </div>
      <span className="flex gap-2.5">
        <Button
          variant="secondary"
          isBusy={isBusy}
          aria-label={`Try ${task} again`}
          onClick={() => void run("retry")}
        >
          Try again
        </Button>
        <Button
          variant="ghost"
          isBusy={isBusy}
          aria-label={`Discard ${task}`}
          onClick={() => void run("discard")}
        >
          Discard
        </Button>
      </span>
    </li>
  );
}
