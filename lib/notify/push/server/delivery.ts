import { z } from "zod";

export const pushDelivery = z.object({
  subscriptionId: z.uuid(),
  notificationId: z.uuid(),
  /** Attempts before this job: when a push service asks to wait, a new job is made. */
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

/** About four minutes with the queue's growing pauses, or as long as the push service asks to wait. */
export const pushTries = 6;
