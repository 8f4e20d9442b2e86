import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedSms {
  path: string;
  authorization: string;
  fields: Record<string, string>;
}

export interface TestSmsServer {
  url: string;
  received: ReceivedSms[];
  /** The answer to the next messages; 201 by default. */
  answer: (fields: Record<string, string>) => { status: number; json: unknown } | null;
  stop: () => Promise<void>;
}

export const smsAccount = { sid: `AC${"0".repeat(32)}`, token: "a-token-for-tests", from: "+441632960000" };

/** An HTTP server that speaks as much of Twilio's Messages protocol as sending needs. */
export async function startSmsServer(): Promise<TestSmsServer> {
  const handle: TestSmsServer = {
    url: "",
    received: [],
    answer: () => null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString("utf8")));
    const authorization = request.headers.authorization ?? "";
    const send = (status: number, json: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
    };
    const right = `Basic ${Buffer.from(`${smsAccount.sid}:${smsAccount.token}`).toString("base64")}`;
    const path = request.url ?? "";
    if (authorization !== right) {
      send(401, { code: 20003, message: "Authenticate", status: 401 });
      return;
    }
    if (request.method !== "POST" || path !== `/2010-04-01/Accounts/${smsAccount.sid}/Messages.json`) {
      send(404, { code: 20404, message: "The requested resource was not found", status: 404 });
      return;
    }
    const refused = handle.answer(fields);
    if (refused) {
      send(refused.status, refused.json);
      return;
    }
    handle.received.push({ path, authorization, fields });
    send(201, { sid: `SM${"1".repeat(32)}`, status: "queued", to: fields.To, body: fields.Body });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  handle.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return handle;
}
