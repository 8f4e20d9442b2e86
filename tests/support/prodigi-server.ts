import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Item {
  sku: string;
  copies: number;
  assets: { printArea: string; url: string }[];
  attributes?: Record<string, string>;
}

export interface ProdigiOrderBody {
  merchantReference: string;
  idempotencyKey: string;
  callbackUrl: string;
  shippingMethod: string;
  recipient: { name: string; address: Record<string, string> };
  items: Item[];
}

export interface StoredOrder {
  id: string;
  body: ProdigiOrderBody;
  stage: "InProgress" | "Complete" | "Cancelled";
  inProduction: "NotStarted" | "InProgress" | "Complete";
  issues: { errorCode: string; description: string }[];
  shipments: { dispatchDate: string | null; tracking: { number: string; url: string } | null }[];
}

/** How the next calls fail instead of being answered. */
export type Trouble = "none" | "busy" | "broken" | "garbage" | "huge" | "hang up" | "lost answer" | "refuses";

export interface TestProdigi {
  url: string;
  orders: StoredOrder[];
  /** Method and path of every call with the right key. */
  calls: string[];
  trouble: Trouble;
  reset: () => void;
  stop: () => Promise<void>;
}

export const prodigiKey = "a-key-for-tests";
const knownSkus = new Set(["GLOBAL-PHO-4X6", "GLOBAL-PHO-5X7", "GLOBAL-PHO-8X10"]);

const wire = ({ id, body, stage, inProduction, issues, shipments }: StoredOrder) => ({
  id,
  created: "2026-11-21T12:00:00.00Z",
  callbackUrl: body.callbackUrl,
  merchantReference: body.merchantReference,
  idempotencyKey: body.idempotencyKey,
  shippingMethod: body.shippingMethod,
  recipient: body.recipient,
  items: body.items,
  status: {
    stage,
    issues,
    details: {
      downloadAssets: "NotStarted",
      printReadyAssetsPrepared: "NotStarted",
      allocateProductionLocation: "NotStarted",
      inProduction,
      shipping: stage === "Complete" ? "Complete" : "NotStarted",
    },
  },
  shipments,
});

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  return text ? JSON.parse(text) : undefined;
}

/** An HTTP server that speaks as much of Prodigi's v4 API as orders, actions and quotes need. */
export async function startProdigi(): Promise<TestProdigi> {
  let last = 0;

  function createOrder(body: ProdigiOrderBody): [number, object] {
    const missing = body.items.flatMap(({ sku }) => (knownSkus.has(sku) ? [] : [{ sku }]));
    if (missing.length > 0 || body.items.length === 0 || !body.recipient.address.line1) {
      return [400, { outcome: "ValidationFailed", failures: { items: missing }, traceParent: "0" }];
    }
    const before = handle.orders.find((order) => order.body.idempotencyKey === body.idempotencyKey);
    if (before) return [200, { outcome: "AlreadyExists", order: wire(before) }];
    const order: StoredOrder = {
      id: `ord_${++last}`,
      body,
      stage: "InProgress",
      inProduction: "NotStarted",
      issues: [],
      shipments: [],
    };
    handle.orders.push(order);
    return [200, { outcome: "Created", order: wire(order) }];
  }

  function cancelOrder(order: StoredOrder): [number, object] {
    if (order.stage !== "InProgress" || order.inProduction !== "NotStarted") {
      return [400, { outcome: "ActionNotAvailable", traceParent: "0" }];
    }
    order.stage = "Cancelled";
    return [200, { outcome: "Cancelled", order: wire(order) }];
  }

  function quote(items: Item[]): [number, object] {
    if (items.some(({ sku }) => !knownSkus.has(sku))) {
      return [400, { outcome: "ValidationFailed", failures: { sku: "unknown" } }];
    }
    const amount = (value: string) => ({ amount: value, currency: "GBP" });
    const costSummary = { items: amount("0.35"), shipping: amount("1.50") };
    return [200, { outcome: "Created", quotes: [{ shipmentMethod: "Budget", costSummary }] }];
  }

  function answer(method: string, path: string, body: unknown): [number, object] {
    if (method === "POST" && path === "/v4.0/orders") return createOrder(body as ProdigiOrderBody);
    if (method === "POST" && path === "/v4.0/quotes") return quote((body as { items: Item[] }).items);
    const [, id, action] = /^\/v4\.0\/orders\/([^/]+)(\/actions\/cancel)?$/.exec(path) ?? [];
    const order = handle.orders.find((one) => one.id === id);
    if (!order) return [404, { outcome: "EntityNotFound" }];
    if (method === "POST" && action) return cancelOrder(order);
    return method === "GET" && !action ? [200, { outcome: "Ok", order: wire(order) }] : [404, {}];
  }

  /** @returns whether the call was answered by that */
  function makeTrouble(response: ServerResponse): boolean {
    const send = (status: number, content: string) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(content);
      return true;
    };
    if (handle.trouble === "busy") return send(429, "{}");
    if (handle.trouble === "broken") return send(503, "<html>Bad Gateway</html>");
    if (handle.trouble === "garbage") return send(200, '{"outcome":"Ok","order":{"id":7}}');
    if (handle.trouble === "huge") return send(200, `{"outcome":"${"x".repeat(1_000_000)}"}`);
    if (handle.trouble === "refuses") return send(400, '{"outcome":"ValidationFailed","failures":{"a":1}}');
    if (handle.trouble !== "hang up") return false;
    response.destroy();
    return true;
  }

  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const body = await readBody(request);
    if (request.headers["x-api-key"] !== prodigiKey) {
      response.writeHead(401).end("{}");
      return;
    }
    handle.calls.push(`${method} ${url}`);
    if (makeTrouble(response)) return;
    const [status, json] = answer(method, url, body);
    if (handle.trouble === "lost answer") response.destroy();
    else response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
  });

  const handle: TestProdigi = {
    url: "",
    orders: [],
    calls: [],
    trouble: "none",
    reset: () => {
      handle.trouble = "none";
      handle.orders.length = 0;
      handle.calls.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  handle.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return handle;
}
