"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { CheckList } from "@/components/operations/setup/check-list";
import { TestMailButton } from "@/components/operations/setup/test-mail-button";
import { FailedJobs } from "@/components/operations/super-admin/failed-jobs";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { systemHealthOptions } from "@/lib/operations/system/client/queries";
import type { SystemHealthDto } from "@/lib/operations/system/schema";
import { counted } from "@/lib/shared/counted";
import { storageSize } from "@/lib/shared/storage-size";

/** Every check, the queue, the files' integrity, the latest errors and versions. */
export function HealthScreen() {
  const { data: health, isPending, isFetching, refetch } = useQuery(systemHealthOptions());
  if (isPending) return <Skeleton className="h-96" />;
  if (!health) return <LoadFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:items-start lg:gap-6">
      <Card aria-labelledby="checks">
        <CardHeader
          id="checks"
          title="Checks"
          action={
            <Button variant="ghost" isBusy={isFetching} onClick={() => void refetch()}>
              Check again
            </Button>
          }
        />
        <CheckList checks={health.checks} />
        <p className="mt-3 text-step--1 text-ink-soft">
          Checked <RelativeTime iso={health.checkedAt} />.{" "}
          <Link href="/setup" className="text-link inline-flex min-h-11 items-center">
            How this album is set up
          </Link>
        </p>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:gap-6">
        <QueueCard queue={health.queue} />
        <MessagesCard health={health} />
        <IntegrityCard integrity={health.integrity} />
        <ErrorsCard errors={health.errors} />
        <VersionsCard health={health} />
      </div>
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 min-[420px]:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-step--1 text-ink-soft">{name}</dt>
          <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function QueueCard({ queue }: Pick<SystemHealthDto, "queue">) {
  const { waiting, running, failed, oldestWaitingSeconds, byTask, failedJobs } = queue;
  return (
    <Card aria-labelledby="queue">
      <CardHeader id="queue" title="Background jobs" />
      <Facts
        facts={[
          ["Waiting", waiting],
          ["Running", running],
          ["Failed", failed],
        ]}
      />
      {waiting > 0 && (
        <p className="mt-3 text-step--1 text-ink-soft">
          The oldest has been waiting for {counted(Math.ceil(oldestWaitingSeconds / 60), "minute")}.
        </p>
      )}
      {byTask.length > 0 && (
        <ul aria-label="Waiting jobs" className="mt-2 flex flex-wrap gap-2">
          {byTask.map((one) => (
            <li key={one.task} className="rounded-lg bg-sunk px-2.5 py-1 text-step--1">
              <span className="font-mono">{one.task}</span> {one.waiting}
            </li>
          ))}
        </ul>
      )}
      <FailedJobs jobs={failedJobs} />
    </Card>
  );
}

function MessagesCard({ health: { messages, pushDevices } }: { health: SystemHealthDto }) {
  const describeCounts = ({ sent, queued, failed, held }: SystemHealthDto["messages"]["mail"]) =>
    `${sent} sent, ${queued} on their way, ${failed} failed, ${held} held`;
  return (
    <Card aria-labelledby="ways">
      <CardHeader id="ways" title="Mail, SMS and push" action={<TestMailButton />} />
      <p className="mb-3 text-step--1 text-ink-soft">Messages from the last seven days.</p>
      <Facts
        facts={[
          ["Email", describeCounts(messages.mail)],
          ["SMS", describeCounts(messages.sms)],
          ["Browsers with push", pushDevices],
        ]}
      />
    </Card>
  );
}

function IntegrityCard({ integrity }: Pick<SystemHealthDto, "integrity">) {
  return (
    <Card aria-labelledby="integrity">
      <CardHeader id="integrity" title="Files and records" />
      {!integrity && (
        <p className="text-ink-soft">Compared every night. The first comparison hasn't run yet.</p>
      )}
      {integrity && (
        <>
          <p className="mb-3 text-step--1 text-ink-soft">
            {integrity.status === "running" ? "Comparing since " : "Last compared "}
            <RelativeTime iso={integrity.finishedAt ?? integrity.startedAt} />:{" "}
            {counted(integrity.mediaChecked, "item")}, {counted(integrity.filesSeen, "file")}.
            {integrity.reason && <span className="block font-semibold text-danger">{integrity.reason}</span>}
          </p>
          <Facts
            facts={[
              ["Missing", integrity.counts.missing],
              ["Truncated", integrity.counts.truncated],
              ["Changed", integrity.counts.altered],
              ["Missing record", integrity.counts.rowless],
              ["Orphans", integrity.counts.orphan],
            ]}
          />
        </>
      )}
    </Card>
  );
}

function ErrorsCard({ errors }: Pick<SystemHealthDto, "errors">) {
  return (
    <Card aria-labelledby="errors">
      <CardHeader id="errors" title="Latest errors" />
      {errors.length === 0 && <p className="text-ink-soft">Nothing unexpected happened in the last month.</p>}
      <ul aria-label="Latest errors" className="divide-y divide-line">
        {errors.map(({ kind, place, count, lastAt, lastRequestId }) => (
          <li key={`${kind} ${place}`} className="py-3">
            <p className="font-semibold wrap-anywhere">
              {kind} <span className="font-normal text-ink-soft">{counted(count, "time")}</span>
            </p>
            <p className="font-mono text-step--1 text-ink-soft wrap-anywhere">{place}</p>
            <p className="text-step--1 text-ink-soft wrap-anywhere">
              Last <RelativeTime iso={lastAt} />
              {lastRequestId && `. Log reference ${lastRequestId}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function VersionsCard({ health: { versions, process } }: { health: SystemHealthDto }) {
  return (
    <Card aria-labelledby="versions">
      <CardHeader id="versions" title="Versions" />
      <Facts
        facts={[
          ["Keepsake", versions.app],
          ["Node", versions.node],
          ["PostgreSQL", versions.postgres],
          ["Uptime", counted(Math.floor(process.uptimeSeconds / 3600), "hour")],
          ["Memory", storageSize(process.memoryBytes)],
        ]}
      />
    </Card>
  );
}
