import { call } from "@/tests/support/call";
import {
  type SignedEvent,
  startStripeServer,
  stripeKeys,
  type TestStripe,
} from "@/tests/support/stripe-server";

let running: TestStripe | undefined;

/**
 * For test files that involve payments: a Stripe server for this file alone, during its whole run. Call it before the
 * settings are first read.
 */
export async function withTestStripe(): Promise<TestStripe> {
  const server = await startStripeServer();
  Object.assign(process.env, {
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    STRIPE_API_BASE: server.url,
  });
  afterAll(() => server.stop());
  running = server;
  return server;
}

export function testStripe(): TestStripe {
  if (!running) throw new Error("The test file didn't call withTestStripe()");
  return running;
}

/** Posts an event to the album, as Stripe does. */
export function postEvent({ body, signature }: Pick<SignedEvent, "body" | "signature">) {
  return call("POST", "/api/stripe/webhook", {
    body,
    type: "application/json; charset=utf-8",
    headers: { "Stripe-Signature": signature },
  });
}

/** As postEvent, for events that must be accepted. @throws Error */
export async function mustPostEvent(event: SignedEvent): Promise<void> {
  const { status, body } = await postEvent(event);
  if (status !== 200) throw new Error(`${event.type} was answered ${status}: ${JSON.stringify(body)}`);
}

/** As postEvent, for a `deliver`: events that aren't accepted are sent again, as Stripe does. @throws Error */
export async function deliverEvent(event: SignedEvent): Promise<void> {
  for (let triesLeft = 4; triesLeft > 0; triesLeft--) {
    if ((await postEvent(event)).status === 200) return;
  }
  await mustPostEvent(event);
}
