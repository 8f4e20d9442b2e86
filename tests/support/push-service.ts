import { createECDH, createPublicKey, type ECDH, randomBytes, randomUUID, verify } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import ece from "http_ece";

export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A push that arrived: signed by the album, and decrypted as the browser would. */
export interface ReceivedPush {
  endpoint: string;
  ttl: string;
  urgency: string;
  topic: string;
  /** From the signed token. */
  subject: string;
  data: { title: string; body: string; url: string; tag: string; notificationId: string | null };
  /** Bytes of the decrypted payload. */
  bytes: number;
}

export interface PushAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface TestPushService {
  /** localhost:port */
  host: string;
  /** PEM file of the authority that signed its certificate: itself. */
  caFile: string;
  received: ReceivedPush[];
  /** Requests so far, including refused ones, by endpoint. */
  requests: string[];
  connections: number;
  /** A browser that subscribed. @param publicKey pushes signed with another key are refused */
  subscribe: (publicKey?: string) => TestSubscription;
  /** The browser has ended it: 410 from now on. */
  end: (endpoint: string) => void;
  /** The answer to the next pushes instead of accepting them; "hang": none. */
  answer: (endpoint: string) => PushAnswer | "hang" | null;
  stop: () => Promise<void>;
}

interface Kept {
  ecdh: ECDH;
  auth: string;
  publicKey: string | undefined;
}

function publicKeyOf(point: Buffer) {
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
}

/** The claims of the token in RFC 8292's header. @throws Error when it isn't correctly signed for this host */
function checkedClaims(request: IncomingMessage, expectedKey: string | undefined): { sub: string } {
  const match = /^vapid t=([^,]+), ?k=(.+)$/.exec(request.headers.authorization ?? "");
  const [, token = "", key = ""] = match ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKeyOf(Buffer.from(key, "base64url")), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const read = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
  const isForHere = read.aud === `https://${request.headers.host}` && read.exp > Date.now() / 1000;
  if (!isSigned || !isForHere || read.exp > Date.now() / 1000 + 86_400) throw new Error("The token is wrong");
  if (expectedKey && expectedKey !== key) throw new Error("The browser subscribed with another key");
  return read;
}

/**
 * An HTTPS server that accepts pushes according to RFC 8030, verifies their sender (8292) and decrypts them (8291).
 * @param certificate PEM, for example from test-certificate.ts
 */
export async function startPushService(
  { key, cert }: { key: string; cert: string },
  port = 0,
): Promise<TestPushService> {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-push-"));
  const caFile = path.join(folder, "authority.pem");
  writeFileSync(caFile, cert);
  const browsers = new Map<string, Kept>();

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = `https://${request.headers.host}${request.url}`;
    handle.requests.push(endpoint);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = handle.answer(endpoint);
    if (answer === "hang") return;
    if (answer) {
      response.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    const browser = browsers.get(endpoint);
    if (!browser) {
      response.writeHead(410).end();
      return;
    }
    try {
      const { sub } = checkedClaims(request, browser.publicKey);
      if (request.method !== "POST" || request.headers["content-encoding"] !== "aes128gcm") {
        throw new Error("This is no push");
      }
      const content = Buffer.concat(parts);
      const plain = ece.decrypt(content, {
        version: "aes128gcm",
        privateKey: browser.ecdh,
        authSecret: browser.auth,
      });
      const header = (name: string) => String(request.headers[name] ?? "");
      handle.received.push({
        endpoint,
        ttl: header("ttl"),
        urgency: header("urgency"),
        topic: header("topic"),
        subject: sub,
        data: JSON.parse(plain.toString("utf8")),
        bytes: plain.length,
      });
      response.writeHead(201, { Location: `/messages/${randomUUID()}` }).end();
    } catch (error) {
      response.writeHead(403).end(String(error));
    }
  }

  const server = createServer({ key, cert }, (request, response) => void take(request, response));
  const handle: TestPushService = {
    host: "",
    caFile,
    received: [],
    requests: [],
    connections: 0,
    subscribe: (publicKey) => {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys("base64url");
      const auth = randomBytes(16).toString("base64url");
      const endpoint = `https://${handle.host}/push/${randomUUID()}`;
      browsers.set(endpoint, { ecdh, auth, publicKey });
      return { endpoint, keys: { p256dh, auth } };
    },
    end: (endpoint) => void browsers.delete(endpoint),
    answer: () => null,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  server.on("connection", () => handle.connections++);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  handle.host = `localhost:${(server.address() as AddressInfo).port}`;
  return handle;
}
