import { z } from "zod";
import { lineSchema, textSchema } from "@/lib/shared/text";

/** Per person; another one replaces the oldest subscription. */
export const maxDevices = 20;

const maxEndpointLength = 2_000;

/** Base64 in either alphabet, padded or not, as browsers and their libraries write it. */
const keySchema = (characters: number, message: string) =>
  z.string({ error: message }).regex(new RegExp(`^[A-Za-z0-9_+/-]{${characters}}={0,2}$`), message);

const wrongEndpoint = "The browser didn't send an address for notifications";
const wrongKeys = "The browser sent keys that can't be used";

const endpointSchema = z
  .string({ error: wrongEndpoint })
  .min(1, wrongEndpoint)
  .max(maxEndpointLength, "The address for notifications is too long")
  .refine((text) => !text.includes("\u0000") && text.isWellFormed(), wrongEndpoint);

/** Specification 3, Push subscription. The service decides whether the address is allowed and the keys fit. */
export const subscribeSchema = z.object({
  endpoint: endpointSchema,
  keys: z.object(
    {
      /** 65 bytes: an uncompressed point of P-256. */
      p256dh: keySchema(87, wrongKeys),
      /** 16 bytes. */
      auth: keySchema(22, wrongKeys),
    },
    { error: wrongKeys },
  ),
});
export type SubscribeInput = z.infer<typeof subscribeSchema>;

/** Without an endpoint: all subscriptions of this session. */
export const unsubscribeSchema = z.object({ endpoint: endpointSchema.optional() });
export type UnsubscribeInput = z.infer<typeof unsubscribeSchema>;

export const testPushSchema = z.object({
  title: lineSchema(100, "Please write a title"),
  body: textSchema(500, "Please write something"),
});
export type TestPushInput = z.infer<typeof testPushSchema>;

export const vapidKeySchema = z.object({ publicKey: z.string() });
export const pushDoneSchema = z.object({ success: z.literal(true) });

export const pushDevicesSchema = z.object({
  /** How many of the person's browsers get notifications. */
  devices: z.number(),
  /** This session's subscriptions: a browser whose address isn't among them gets no notifications. */
  endpoints: z.array(z.string()),
});
export type PushDevicesDto = z.infer<typeof pushDevicesSchema>;

export const testPushAnswerSchema = z.object({
  success: z.literal(true),
  /** How many of the person's browsers it is sent to. */
  devices: z.number(),
});
