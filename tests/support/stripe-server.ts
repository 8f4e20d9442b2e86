import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { answerStripePage } from "./stripe-pages.ts";
import { type StripeObject, StripeRefusal, StripeStore } from "./stripe-store.ts";

export const stripeKeys = { secretKey: "sk_test_album", webhookSecret: "whsec_album" };

/** An event as it is posted to the webhook. */
export interface SignedEvent {
  type: string;
  body: string;
  signature: string;
}

export interface TestStripe {
  url: string;
  store: StripeStore;
  /** Every event so far, delivered or not. */
  events: SignedEvent[];
  /** Receives each event as it happens; when unset, they only collect in `events`. */
  deliver: ((event: SignedEvent) => Promise<void>) | null;
  requests: { method: string; path: string; fields: Record<string, unknown> }[];
  /** The answer to the next requests instead of the usual; null: the usual. */
  answer: (method: string, path: string) => { status: number; json: unknown } | null;
  stop: () => Promise<void>;
}

const signer = new Stripe(stripeKeys.secretKey);

/** Signs a webhook payload as Stripe does. @param at seconds, when it was sent */
export function signEvent(payload: string, secret = stripeKeys.webhookSecret, at?: number): string {
  const timestamp = at === undefined ? {} : { timestamp: at };
  return signer.webhooks.generateTestHeaderString({ payload, secret, ...timestamp });
}

/** An event about an object in its current state. */
export function makeEvent(type: string, object: StripeObject, id?: string): SignedEvent {
  const body = JSON.stringify({
    id: id ?? `evt_${randomBytes(9).toString("hex")}`,
    object: "event",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type,
    data: { object },
  });
  return { type, body, signature: signEvent(body) };
}

/** a[b][0]=c as { a: { b: { 0: "c" } } } */
function readFields(pairs: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of pairs) {
    const path = name.replaceAll("]", "").split("[");
    const last = path.pop() ?? "";
    let at = fields;
    for (const step of path) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return fields;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

const listOf = (data: StripeObject[]) => ({ object: "list", data, has_more: false });

type Fields = Record<string, unknown>;

/** @throws StripeRefusal */
async function answerCall(
  store: StripeStore,
  method: string,
  path: string,
  fields: Fields,
): Promise<unknown> {
  const [, , ...parts] = path.split("/");
  const isBySlash = parts[0] === "checkout" || parts[0] === "billing_portal";
  const kind = isBySlash ? `${parts[0]}/${parts[1]}` : parts[0];
  const [id, action] = isBySlash ? parts.slice(2) : parts.slice(1);
  switch (`${method} ${kind}${id ? "/id" : ""}${action ? `/${action}` : ""}`) {
    case "GET account":
      return {
        id: "acct_test",
        object: "account",
        email: "shop@example.org",
        settings: { dashboard: { display_name: "Test shop" } },
      };
    case "POST products":
      return store.keep("product", "prod", fields);
    case "POST prices":
      return store.createPrice(fields);
    case "GET prices": {
      const keys = Object.values((fields.lookup_keys ?? {}) as Fields);
      return listOf(store.all("price").filter((price) => keys.includes(price.lookup_key)));
    }
    case "POST coupons":
      return store.keep("coupon", "coupon", fields);
    case "POST customers":
      return store.keep("customer", "cus", fields);
    case "POST checkout/sessions":
      return store.createSession(fields);
    case "GET checkout/sessions/id":
      return store.get(id, "checkout.session");
    case "POST checkout/sessions/id/expire":
      return store.expireSession(id ?? "");
    case "POST refunds":
      return store.refund(fields.payment_intent);
    case "GET billing_portal/configurations":
      return listOf(store.all("billing_portal.configuration"));
    case "POST billing_portal/configurations":
      return store.keep("billing_portal.configuration", "bpc", { ...fields, active: true });
    case "POST billing_portal/sessions": {
      store.get(fields.customer, "customer");
      store.get(fields.configuration, "billing_portal.configuration");
      const session = store.keep("billing_portal.session", "bps", fields);
      return Object.assign(session, { url: `${store.url}/portal/${session.id}` });
    }
    case "GET subscriptions/id":
      return store.get(id, "subscription");
    case "POST subscriptions/id":
      return store.cancelAtPeriodEnd(id ?? "");
    case "DELETE subscriptions/id":
      return store.end(id ?? "");
    case "GET invoices": {
      const theirs = store.all("invoice").filter(({ customer }) => customer === fields.customer);
      return listOf(theirs.reverse().slice(0, Number(fields.limit ?? 10)));
    }
    default:
      throw new StripeRefusal(404, `Unrecognized request URL (${method}: ${path}).`);
  }
}

/** An HTTP server that speaks as much of Stripe's protocol as we use, with pages for paying and changing plans. */
export async function startStripeServer(port = 0): Promise<TestStripe> {
  const once = new Map<string, { request: string; status: number; json: unknown }>();
  const handle: TestStripe = {
    url: "",
    events: [],
    deliver: null,
    requests: [],
    answer: () => null,
    store: new StripeStore(async (type, object) => {
      const event = makeEvent(type, object);
      handle.events.push(event);
      await handle.deliver?.(event);
    }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage): Promise<{ status: number; json: unknown }> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://stripe.test");
    const method = request.method ?? "GET";
    const text = await readBody(request);
    const fields = readFields(method === "GET" ? searchParams : new URLSearchParams(text));
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`) {
      const error = { type: "invalid_request_error", message: "Invalid API Key provided: sk_test_*****" };
      return { status: 401, json: { error } };
    }
    handle.requests.push({ method, path: pathname, fields });
    const answer = handle.answer(method, pathname);
    if (answer) return answer;
    const key = request.headers["idempotency-key"]?.toString();
    const before = method === "POST" && key ? once.get(key) : undefined;
    if (before && before.request !== `${pathname} ${text}`) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return { status: 400, json: { error: { type: "idempotency_error", message } } };
    }
    if (before) return before;
    let result: { status: number; json: unknown };
    try {
      result = {
        status: 200,
        json: structuredClone(await answerCall(handle.store, method, pathname, fields)),
      };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      result = { status: error.status, json: { error: error.error } };
    }
    if (method === "POST" && key) once.set(key, { request: `${pathname} ${text}`, ...result });
    return result;
  }

  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith("/v1/")) {
      await answerStripePage(handle.store, request, response, () => readBody(request));
      return;
    }
    const { status, json } = await answer(request);
    response
      .writeHead(status, {
        "Content-Type": "application/json",
        "Request-Id": `req_${randomBytes(6).toString("hex")}`,
      })
      .end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  handle.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  handle.store.url = handle.url;
  return handle;
}
