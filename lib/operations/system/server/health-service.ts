import { appVersion } from "@/lib/app-version";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { databasePool, db } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import { latestIntegrityReport } from "@/lib/operations/integrity/server/service";
import type { SystemHealthDto } from "@/lib/operations/system/schema";
import { runSystemChecks } from "@/lib/operations/system/server/checks/service";
import { listErrors } from "@/lib/operations/system/server/error-record-service";
import { getQueueState } from "@/lib/operations/system/server/queue-state-service";
import {
  discardFailedJob,
  listFailedJobs,
  retryFailedJob,
  waitingByTask,
} from "@/lib/platform/queue/failed-jobs";
import { askSiblings, onSiblings } from "@/lib/platform/siblings";

const topic = "process state";
const weekMs = 7 * 86_400_000;

async function countMessages(): Promise<SystemHealthDto["messages"]> {
  const rows = await db.outboxMessage.groupBy({
    by: ["channel", "state"],
    where: { createdAt: { gte: new Date(Date.now() - weekMs) } },
    _count: true,
  });
  const none = () => ({ queued: 0, sent: 0, failed: 0, held: 0 });
  const counts = { mail: none(), sms: none() };
  for (const { channel, state, _count } of rows) counts[channel][state] = _count;
  return counts;
}

async function postgresVersion(): Promise<string> {
  const { rows } = await databasePool().query<{ server_version: string }>("SHOW server_version");
  return rows[0]?.server_version ?? "unknown";
}

interface ProcessState {
  uptimeSeconds: number;
  memoryBytes: number;
}

const processState = (): ProcessState => ({
  uptimeSeconds: Math.round(process.uptime()),
  memoryBytes: process.memoryUsage.rss(),
});

/** Call it at startup: the process that answers a health request needs the others' state. */
export function shareProcessState(): void {
  onSiblings(topic, processState);
}

/** The total memory of this server's processes, and the time since the first one started. */
async function readProcesses(): Promise<ProcessState> {
  const others = (await askSiblings(topic)).filter((answer) => answer !== null) as ProcessState[];
  const all = [processState(), ...others];
  return {
    uptimeSeconds: Math.max(...all.map(({ uptimeSeconds }) => uptimeSeconds)),
    memoryBytes: all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

/** The current state of the installation. */
export async function getSystemHealth(): Promise<SystemHealthDto> {
  const [checks, queue, byTask, failedJobs, messages, pushDevices, integrity, errors, postgres] =
    await Promise.all([
      runSystemChecks(),
      getQueueState(),
      waitingByTask(),
      listFailedJobs(),
      countMessages(),
      db.pushSubscription.count(),
      latestIntegrityReport(),
      listErrors(),
      postgresVersion(),
    ]);
  return {
    checkedAt: new Date().toISOString(),
    checks,
    queue: {
      ...queue,
      byTask,
      failedJobs: failedJobs.map((job) => ({ ...job, failedAt: job.failedAt.toISOString() })),
    },
    messages,
    pushDevices,
    integrity,
    errors: errors.map((row) => ({
      ...row,
      firstAt: row.firstAt.toISOString(),
      lastAt: row.lastAt.toISOString(),
    })),
    versions: { app: appVersion, node: process.version, postgres },
    process: await readProcesses(),
  };
}

/** Retries a job that has failed. @throws AppError 404 */
export async function retryJob(actor: Actor, id: string): Promise<void> {
  if (!(await retryFailedJob(id))) throw notFound();
  await recordActivity({ action: "system.jobRetried", actorId: actor.userId, detail: { jobId: id } });
}

/** Discards a job that has failed. @throws AppError 404 */
export async function discardJob(actor: Actor, id: string): Promise<void> {
  if (!(await discardFailedJob(id))) throw notFound();
  await recordActivity({ action: "system.jobDiscarded", actorId: actor.userId, detail: { jobId: id } });
}
