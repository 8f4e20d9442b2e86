import { randomUUID } from "node:crypto";
import { KeepAliveClient } from "@/tests/support/keep-alive-client";

const mega = 1_000_000;
export const bodySizes = [10_000, 100_000, mega, 9 * mega, 150 * mega];

/** A request that the album refuses because of its headers, its path or its first bytes. */
export interface Refusal {
  path: string;
  headers: Record<string, string>;
  status: number;
  /** How the body begins; the rest is invalid. */
  start?: string;
  /** Other sizes are refused for a different reason. */
  fromBytes?: number;
  toBytes?: number;
}

const json = { "Content-Type": "application/json" };
const raw = { "Content-Type": "application/octet-stream" };
const form = { "Content-Type": "multipart/form-data; boundary=part" };
const chunk = "/api/media/chunked-upload/chunk";
const rawChunk = `${chunk}?uploadId=${randomUUID()}&chunkIndex=0`;

/** Every way of uploading, and a call that takes no body. */
const calls = [
  { path: "/api/media", headers: json },
  { path: "/api/media", headers: form },
  { path: chunk, headers: json },
  { path: rawChunk, headers: raw },
  { path: "/api/media/chunked-upload/init", headers: json },
  { path: "/api/media/chunked-upload/complete", headers: json },
  { path: "/api/auth/complete-onboarding", headers: json },
];

const textFile = `{"fileName":"a.txt","fileType":"image/png","year":2024,"month":3,"fileData":"`;

/** @param cookie of someone with a family */
export function refusals(cookie: string): Refusal[] {
  const signedIn = (headers: Record<string, string>) => ({ ...headers, Cookie: cookie });
  const text = signedIn({ "Content-Type": "text/plain" });
  return [
    ...calls.map((call) => ({ ...call, status: 401 })),
    ...calls.map(({ path, headers }) => ({
      path,
      headers: { ...signedIn(headers), "Sec-Fetch-Site": "cross-site" },
      status: 403,
    })),
    ...calls.map(({ path }) => ({ path, headers: text, status: 415 })),
    { path: "/api/media", headers: signedIn(json), start: textFile, status: 415, toBytes: 9 * mega },
    { path: "/api/media", headers: signedIn(json), start: "[", status: 400, toBytes: 10_000 },
    { path: "/api/media", headers: signedIn(json), start: "[", status: 413, fromBytes: 100_000 },
    { path: `${chunk}?uploadId=&chunkIndex=x`, headers: signedIn(raw), status: 400, toBytes: mega },
    { path: rawChunk, headers: signedIn(raw), status: 404 },
    { path: `/api/media/${randomUUID()}/nothing`, headers: signedIn(json), status: 404 },
    { path: chunk, headers: signedIn(json), status: 413, fromBytes: 9 * mega },
    ...calls.slice(4, 6).map(({ path }) => ({ path, headers: signedIn(json), status: 413, fromBytes: mega })),
    { path: "/api/hearts", headers: { ...text, Origin: "https://attacker.example" }, status: 403 },
    { path: "/login", headers: form, status: 413, fromBytes: mega },
    { path: "/nowhere/at-all", headers: json, status: 413, fromBytes: mega },
    { path: "/_next/static/nothing.js", headers: json, status: 413, fromBytes: mega },
  ];
}

export interface Tally {
  requests: number;
  slowestMs: number;
  /** Answers that took longer than `slowAfter` at every attempt. */
  slow: string[];
  faults: string[];
}

/** A busy machine may pause during one attempt; a hang repeats. */
const timesAsked = 5;

/**
 * What counts as slow, in milliseconds: over a second, and over a hundred times as long as a small answer takes there.
 */
export const slowAfter = (calmMs: number) => Math.max(1_000, 100 * calmMs);

/**
 * Sends each refusal with bodies of all sizes, followed by a GET over the same connection if it is still open. Up to 9
 * MB, nothing of the answer is read before the whole body is sent, as in browsers.
 */
export async function sendRefused(
  url: string,
  all: Refusal[],
  { cookie = "", sizes = bodySizes } = {},
): Promise<Tally> {
  const { hostname: host, port } = new URL(url);
  const client = new KeepAliveClient({ host, port: Number(port) });
  const tally: Tally = { requests: 0, slowestMs: 0, slow: [], faults: [] };
  /** @returns whether the answer was slow */
  const ask = async (name: string, work: () => Promise<{ ms: number; isRight: boolean; said: string }>) => {
    tally.requests += 1;
    try {
      const { ms, isRight, said } = await work();
      tally.slowestMs = Math.max(tally.slowestMs, ms);
      if (!isRight || ms > 10_000) tally.faults.push(`${name}: ${said} after ${Math.round(ms)} ms`);
      return ms > limit;
    } catch (error) {
      tally.faults.push(`${name}: ${String(error)}`);
      return false;
    }
  };
  const isWell = async () => {
    const health = { method: "GET", path: "/api/health", headers: { Cookie: cookie } };
    const { ms, status, text } = await client.send(health);
    return { ms, isRight: status === 200, said: `${status} ${text.slice(0, 200)}` };
  };
  const calm: number[] = [];
  for (let time = 0; time < 5; time++) calm.push((await isWell()).ms);
  const limit = slowAfter(Math.max(...calm));
  const askOnce = async ({ path, headers, status, start = "" }: Refusal, bytes: number) => {
    const name = `${path} ${headers["Content-Type"]} ${bytes}`;
    const isSlow = await ask(`${status} ${name}`, async () => {
      const upload = { path, headers, start, bytes, isPatient: bytes <= 9 * mega };
      const answer = await client.send(upload);
      const said = `${answer.status} ${answer.text.slice(0, 200)}`;
      const isRight = answer.status === status && /"message":"\w/.test(answer.text);
      return { ms: answer.ms, isRight, said };
    });
    const isNextSlow = await ask(`GET after ${status} ${name}`, isWell);
    return isSlow || isNextSlow;
  };
  let left = all.flatMap((refusal) => {
    const { fromBytes = 0, toBytes = Infinity } = refusal;
    return sizes
      .filter((bytes) => bytes >= fromBytes && bytes <= toBytes)
      .map((bytes) => ({ refusal, bytes }));
  });
  for (let time = 0; time < timesAsked; time++) {
    const slow: typeof left = [];
    for (const each of left) if (await askOnce(each.refusal, each.bytes)) slow.push(each);
    left = slow;
  }
  tally.slow = left.map(({ refusal, bytes }) => `${refusal.status} ${refusal.path} ${bytes}`);
  client.close();
  return tally;
}
