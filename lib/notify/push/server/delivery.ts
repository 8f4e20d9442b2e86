import { z } from "zod";

export const pushDelivery = z.object({
  subscriptionId: z.uuid(),
  notificationId: z.uuid(),
  /** Tries before this job: a push service that asks to wait gets a new job. */
  triesBefore: z.number().int().min(0).default(0),
});
export type PushDelivery = z.output<typeof pushDelivery>;

export const testPushDelivery = z.object({
  subscriptionId: z.uuid(),
  testId: z.uuid(),
  title: z.string(),
  body: z.string(),
});
export type TestPushDelivery = z.output<typeof testPushDelivery>;

/** With the queue's growing pauses about four minutes, or as long as the push service asks to wait. */
export const pushTries = 6;
