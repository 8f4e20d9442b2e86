import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What goes wrong between us and an S3 server (quality.md, Faults). */
export const s3Faults = ["503", "timeout", "reset", "half", "error-body"] as const;
export type S3Fault = (typeof s3Faults)[number];

export interface FaultyS3 {
  endpoint: string;
  /**
   * From the given request on, this many requests go wrong.
   * @param isLate the server still carries out the request: only its answer is lost
   */
  breakRequests: (fault: S3Fault, plan: { from: number; count: number; isLate: boolean }) => void;
  /** Lets everything through again. @returns how many requests went wrong, by method */
  mend: () => Record<string, number>;
  stop: () => Promise<void>;
}

const errorBody =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>';

interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Forwards to the real server, headers as they were signed. */
async function forward(target: URL, incoming: IncomingMessage, body: Buffer): Promise<Answered> {
  const { method, url, headers } = incoming;
  const outgoing = send({
    host: target.hostname,
    port: target.port,
    path: url ?? "/",
    ...(method ? { method } : {}),
    headers,
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
}

function pass(outgoing: ServerResponse, { status, headers, body }: Answered): void {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/** What the client sees of a failing request; the real answer exists where the server was asked. */
function spoil(fault: S3Fault, outgoing: ServerResponse, real: Answered | undefined): void {
  switch (fault) {
    case "503":
      outgoing.writeHead(503, { "content-type": "application/xml", "retry-after": "0" });
      outgoing.end(errorBody.replace("InternalError", "SlowDown"));
      return;
    case "timeout":
      return;
    case "reset":
      outgoing.socket?.resetAndDestroy();
      return;
    case "half": {
      const body = real?.body.length ? real.body : Buffer.from(errorBody);
      const headers = real?.body.length ? real.headers : { "content-length": String(body.length) };
      outgoing.writeHead(real?.body.length ? real.status : 200, headers);
      outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.socket?.destroy());
      return;
    }
    case "error-body":
      outgoing.writeHead(200, { "content-type": "application/xml" });
      outgoing.end(errorBody);
  }
}

/** A proxy in front of a real S3 server that makes chosen requests go wrong. */
export async function startFaultyS3(endpoint: string): Promise<FaultyS3> {
  const target = new URL(endpoint);
  let plan: { fault: S3Fault; from: number; until: number; isLate: boolean } | undefined;
  let seen = 0;
  let broken: Record<string, number> = {};

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const nth = seen++;
    const now = plan && nth >= plan.from && nth < plan.until ? plan : undefined;
    // Half an answer requires a whole one; HEAD has no body to halve.
    const isAsked = !now || now.isLate || now.fault === "half";
    const real = isAsked ? await forward(target, incoming, body) : undefined;
    if (!now) return pass(outgoing, real as Answered);
    const method = incoming.method ?? "";
    broken[method] = (broken[method] ?? 0) + 1;
    spoil(now.fault, outgoing, real);
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakRequests: (fault, { from, count, isLate }) => {
      plan = { fault, from, until: from + count, isLate };
      seen = 0;
      broken = {};
    },
    mend: () => {
      plan = undefined;
      return broken;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
