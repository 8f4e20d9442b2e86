import { bearerToken, verifyApiKey } from "@/lib/core/auth/server/api-keys";
import { databasePool } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { getQueueState } from "@/lib/operations/system/server/queue-state-service";
import { checkReadiness } from "@/lib/operations/system/server/service";
import { type MeasuredGauge, metricsText } from "@/lib/platform/metrics/metrics";

interface AlbumNumbers {
  families: number;
  people: number;
  items: number;
  /** A bigint. */
  storageBytes: string;
}

/** @throws AppError 401 without an API key with the scope reports:read */
export async function requireMetricsKey(request: Request): Promise<void> {
  const token = bearerToken(request.headers.get("authorization"));
  if (token && (await verifyApiKey(token, "reports:read"))) return;
  throw new AppError("not_signed_in", 401, "An API key is needed, as Authorization: Bearer.", {
    headers: { "WWW-Authenticate": 'Bearer realm="metrics"' },
  });
}

async function albumGauges(): Promise<MeasuredGauge[]> {
  // From counters, not from a million rows.
  const { rows } = await databasePool().query<AlbumNumbers>(
    `SELECT (SELECT count(*)::int FROM "Family") AS families,
            (SELECT count(*)::int FROM "User") AS people,
            (SELECT coalesce(sum("storageBytes"), 0)::text FROM "Family") AS "storageBytes",
            (SELECT coalesce(sum("itemCount"), 0)::int FROM "MediaMonth") AS items`,
  );
  const row = rows[0] ?? { families: 0, people: 0, items: 0, storageBytes: "0" };
  const gauge = (name: string, help: string, value: number | string): MeasuredGauge => ({
    name,
    help,
    values: [{ value: Number(value) }],
  });
  return [
    gauge("keepsake_families", "Families.", row.families),
    gauge("keepsake_people", "Accounts.", row.people),
    gauge("keepsake_items", "Photos and videos, without the trash.", row.items),
    gauge("keepsake_storage_bytes", "Bytes of the stored originals, including the trash.", row.storageBytes),
  ];
}

async function queueGauges(): Promise<MeasuredGauge[]> {
  const { waiting, running, failed, oldestWaitingSeconds } = await getQueueState();
  return [
    {
      name: "keepsake_queue_jobs",
      help: "Background jobs: due or running, and those that failed after their last try.",
      values: [
        { labels: { state: "waiting" }, value: waiting },
        { labels: { state: "running" }, value: running },
        { labels: { state: "failed" }, value: failed },
      ],
    },
    {
      name: "keepsake_queue_oldest_seconds",
      help: "How long the oldest due job has been waiting.",
      values: [{ value: oldestWaitingSeconds }],
    },
  ];
}

/** The metrics for Prometheus. While the database is down, they say so, with the process's own metrics. */
export async function getMetrics(): Promise<{ text: string; contentType: string }> {
  const { database, storage, queue } = await checkReadiness();
  const up: MeasuredGauge = {
    name: "keepsake_up",
    help: "1 while it can be reached.",
    values: Object.entries({ database, storage, queue }).map(([part, isUp]) => ({
      labels: { part },
      value: Number(isUp),
    })),
  };
  const album = database ? await albumGauges() : [];
  return metricsText([up, ...album, ...(queue ? await queueGauges() : [])]);
}
