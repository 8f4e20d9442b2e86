import { z } from "zod";
import { integrityReportSchema } from "@/lib/operations/integrity/schema";

const moment = z.iso.datetime();

export const failedJobSchema = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.number(),
  error: z.string().nullable(),
  failedAt: moment,
});
export type FailedJobDto = z.infer<typeof failedJobSchema>;

const waysSchema = z.object({ queued: z.number(), sent: z.number(), failed: z.number(), held: z.number() });

/** The state of the installation: checks, queue and errors. */
export const systemHealthSchema = z.object({
  checkedAt: moment,
  checks: z.array(
    z.object({
      name: z.string(),
      level: z.enum(["ok", "warn", "wrong"]),
      message: z.string(),
      advice: z.string().nullable(),
    }),
  ),
  queue: z.object({
    waiting: z.number(),
    running: z.number(),
    failed: z.number(),
    oldestWaitingSeconds: z.number(),
    byTask: z.array(z.object({ task: z.string(), waiting: z.number() })),
    failedJobs: z.array(failedJobSchema),
  }),
  /** For the last seven days. */
  messages: z.object({ mail: waysSchema, sms: waysSchema }),
  pushDevices: z.number(),
  integrity: integrityReportSchema.nullable(),
  errors: z.array(
    z.object({
      kind: z.string(),
      place: z.string(),
      count: z.number(),
      lastRequestId: z.string().nullable(),
      firstAt: moment,
      lastAt: moment,
    }),
  ),
  versions: z.object({ app: z.string(), node: z.string(), postgres: z.string() }),
  /** Of this server. */
  process: z.object({ uptimeSeconds: z.number(), memoryBytes: z.number() }),
});
export type SystemHealthDto = z.infer<typeof systemHealthSchema>;

export const failedJobParams = z.object({ id: z.string() });
