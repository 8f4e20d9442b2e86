"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { toastFailure } from "@/components/forms/toast-failure";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { isOpenJob, maintenanceKey, startMaintenance } from "@/lib/operations/maintenance/client/queries";
import { describeResult, problemTexts } from "@/lib/operations/maintenance/client/result-text";
import type { MaintenanceJobDto, MaintenanceTaskName } from "@/lib/operations/maintenance/schema";

/** One maintenance task: its description, a button, its progress, and the last run's result. */
export function MaintenanceCard({
  task,
  title,
  lead,
  icon: Icon,
  job,
}: {
  task: MaintenanceTaskName;
  title: string;
  lead: string;
  icon: LucideIcon;
  job: MaintenanceJobDto | null;
}) {
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () => startMaintenance(task),
    onSuccess: (started) => {
      queries.setQueryData<MaintenanceJobDto[]>(maintenanceKey, (jobs = []) => [
        started,
        ...jobs.filter(({ id }) => id !== started.id),
      ]);
    },
    onError: (error) => toastFailure("That could not be started", error),
  });
  const isOpen = job !== null && isOpenJob(job);
  return (
    <li className="card flex flex-col gap-3">
      <h2 className="flex items-center gap-2.5 text-step-1">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
        {title}
      </h2>
      <p className="flex-1 text-ink-soft">{lead}</p>
      <div aria-live="polite">{job && <JobState title={title} job={job} />}</div>
      {job && !isOpen && <NamedItems job={job} />}
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => start.mutate()}
        isBusy={isOpen || start.isPending}
        aria-label={`${isOpen || start.isPending ? "Under way" : "Start"}: ${title}`}
      >
        {isOpen || start.isPending ? "Under way" : "Start"}
      </Button>
    </li>
  );
}

function JobState({ title, job }: { title: string; job: MaintenanceJobDto }) {
  if (isOpenJob(job)) {
    return (
      <>
        <Progress percent={job.progress} label={title} />
        <p className="mt-1.5 text-step--1 text-ink-soft">
          {job.status === "queued"
            ? "Waiting to start"
            : `${job.progress}%, ${job.processed} of ${job.total}`}
        </p>
      </>
    );
  }
  return (
    <p className={job.status === "failed" ? "text-danger" : undefined}>
      {describeResult(job)}{" "}
      {job.finishedAt && (
        <span className="block text-step--1 text-ink-soft">
          <RelativeTime iso={job.finishedAt} />
        </span>
      )}
    </p>
  );
}

/** The first few items that need attention. */
function NamedItems({ job }: { job: MaintenanceJobDto }) {
  const items = job.result.items ?? [];
  if (items.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">Which ones</summary>
      <ul className="grid gap-1 text-step--1">
        {items.map(({ id, fileName, problem }) => (
          <li key={id} className="wrap-anywhere">
            <Link href={`/view-image/${id}`} className="font-semibold underline">
              {fileName}
            </Link>
            : {problemTexts[problem] ?? problem}
          </li>
        ))}
      </ul>
    </details>
  );
}
