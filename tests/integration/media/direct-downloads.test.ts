import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, readlink } from "node:fs/promises";
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { ArchiveDto } from "@/lib/album/archives/schema";
import { getStorage } from "@/lib/platform/storage/storage";
import { handleDirectCall } from "@/server/direct-calls";
import { call } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase();
withTestStorage();

let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (!(await handleDirectCall(request, response))) response.writeHead(599).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});

const address = (url: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${url}`;
const ask = (url: string, { cookie }: { cookie: string }, init: RequestInit = {}) =>
  fetch(address(url), { ...init, headers: { ...init.headers, cookie } });
const sha256 = (bytes: ArrayBuffer | Buffer) =>
  createHash("sha256").update(new Uint8Array(bytes)).digest("hex");

async function zipUrl(mediaIds: string[]): Promise<ArchiveDto> {
  const made = await call<ArchiveDto>("POST", "/api/media/archives", {
    cookie: owner.cookie,
    json: { mediaIds },
  });
  expect(made.status).toBe(201);
  return made.body;
}

async function openFiles(): Promise<number> {
  const names = await readdir("/proc/self/fd");
  const links = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  const ours = path.resolve(process.env.DATA_DIR ?? "");
  return links.filter((link) => link.startsWith(ours)).length;
}

/** Starts a download and disconnects after that many bytes. */
async function leaveAfter(url: string, bytes: number): Promise<void> {
  const request = get(address(url), { headers: { cookie: owner.cookie } });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  let taken = 0;
  for await (const block of response) {
    taken += (block as Buffer).length;
    if (taken >= bytes) break;
  }
  request.destroy();
}

test("an original states its length, arrives whole, and resumes from any byte", async () => {
  const { id, content, sha256: known } = await storeMedia(owner, { content: randomBytes(3_000_000) });
  const url = `/api/media/${id}/download`;
  const whole = await ask(url, owner);
  expect([whole.status, whole.headers.get("content-length")]).toEqual([200, String(content.length)]);
  expect(sha256(await whole.arrayBuffer())).toBe(known);
  const head = await ask(url, owner, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(content.length)]);
  expect((await head.arrayBuffer()).byteLength).toBe(0);
  const rest = await ask(url, owner, { headers: { Range: "bytes=2500000-" } });
  expect([rest.status, rest.headers.get("content-length")]).toEqual([206, "500000"]);
  expect(sha256(await rest.arrayBuffer())).toBe(sha256(content.subarray(2_500_000)));
});

test("so does a ZIP", async () => {
  const ids = [];
  for (let at = 0; at < 3; at++) ids.push((await storeMedia(owner, { content: randomBytes(400_000) })).id);
  const { url, bytes } = await zipUrl(ids);
  const whole = await ask(url, owner);
  expect([whole.status, whole.headers.get("content-length")]).toEqual([200, String(bytes)]);
  const zip = Buffer.from(await whole.arrayBuffer());
  expect(zip.length).toBe(bytes);
  const rest = await ask(url, owner, { headers: { Range: "bytes=1000000-" } });
  expect(rest.status).toBe(206);
  expect(sha256(await rest.arrayBuffer())).toBe(sha256(zip.subarray(1_000_000)));
});

test("a client that disconnects half-way leaves no file open", async () => {
  const { id } = await storeMedia(owner, { content: randomBytes(30_000_000) });
  const { url } = await zipUrl([id]);
  const before = await openFiles();
  for (const one of [`/api/media/${id}/download`, url]) {
    await leaveAfter(one, 100_000);
    await until(async () => (await openFiles()) === before);
  }
});

test("the guard decides as it does behind Next", async () => {
  const { id } = await storeMedia(owner);
  const { url } = await zipUrl([id]);
  const [relative, stranger] = [await createMember(owner.familyId), await createOwner()];
  expect((await ask(`/api/media/${id}/download`, relative)).status).toBe(200);
  for (const one of [`/api/media/${id}/download`, url, "/api/media/not-an-id/download"]) {
    const refused = await ask(one, stranger);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([404, "not_found"]);
    expect((await ask(one, { cookie: "" })).status).toBe(401);
  }
  // A ZIP can only be downloaded by the person it was made for.
  expect((await ask(url, relative)).status).toBe(404);
});

/** Holds every use of this original until it is let go; says which originals have been looked for. */
function holding(key: string) {
  const storage = getStorage();
  const looked: string[] = [];
  const held = Promise.withResolvers<void>();
  const stat = storage.stat.bind(storage);
  jest.spyOn(storage, "stat").mockImplementation(async (wanted) => {
    looked.push(wanted);
    if (wanted === key) await held.promise;
    return stat(wanted);
  });
  return { looked, letGo: held.resolve };
}

describe("a download that has to be made", () => {
  const without = (id: string) => `/api/media/${id}/download?place=without`;
  let answers: ServerResponse[];
  const remember = (_: IncomingMessage, response: ServerResponse) => answers.push(response);
  beforeEach(() => {
    answers = [];
    server.prependListener("request", remember);
  });
  afterEach(() => {
    server.off("request", remember);
    jest.restoreAllMocks();
  });

  /** Requests it and, once the server is that far, disconnects. */
  async function leave(url: string, isThere = () => true): Promise<ServerResponse> {
    const before = answers.length;
    const request = get(address(url), { headers: { cookie: owner.cookie } }).once("error", () => {});
    await until(() => answers.length > before && isThere());
    request.destroy();
    const [answer] = answers.slice(before);
    if (!answer) throw new Error("The request did not arrive");
    await until(() => answer.destroyed);
    return answer;
  }
  const isAnswered = (answer: ServerResponse) => answer.hasHeader("X-Request-Id");

  test("isn't, if its client has disconnected before its turn", async () => {
    const [first, second] = [await storeMedia(owner), await storeMedia(owner)];
    const { looked, letGo } = holding(first.storagePath);
    const waiting = ask(without(first.id), owner);
    await until(() => looked.includes(first.storagePath));
    const left = await leave(without(second.id));
    letGo();
    expect((await waiting).status).toBe(200);
    await until(() => isAnswered(left));
    expect([left.statusCode, looked]).toEqual([499, [first.storagePath]]);
  });

  test("is stopped when its client disconnects", async () => {
    const file = await makeClip(path.join(process.env.DATA_DIR ?? "", "clip.mp4"), { encode: h264 });
    const content = await readFile(file);
    const clip = await storeMedia(owner, { mediaType: "video", mimeType: "video/mp4", content });
    const { looked, letGo } = holding(clip.storagePath);
    const left = await leave(without(clip.id), () => looked.length > 0);
    letGo();
    await until(() => isAnswered(left));
    expect(left.statusCode).toBe(499);
    expect((await ask(without(clip.id), owner)).status).toBe(200);
  });
});
