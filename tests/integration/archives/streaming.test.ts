import { randomBytes } from "node:crypto";
import type { ReadStream } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { ArchiveDto } from "@/lib/album/archives/schema";
import { databasePool, db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { call, requestOf, respond } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  removeMember,
  storeMedia,
} from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase();
withTestStorage();

const fileBytes = 1_500_000;

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});
afterEach(() => jest.restoreAllMocks());

async function zipOf(mediaIds: string[], as = owner): Promise<ArchiveDto> {
  const made = await call<ArchiveDto>("POST", "/api/media/archives", {
    cookie: as.cookie,
    json: { mediaIds },
  });
  return made.body;
}

async function zipOfMany(files: number, as = owner): Promise<ArchiveDto> {
  const ids: string[] = [];
  const content = randomBytes(fileBytes);
  for (let at = 0; at < files; at++) {
    content.writeUInt32LE(at);
    ids.push((await storeMedia(owner, { content })).id);
  }
  return zipOf(ids, as);
}

async function readerOf(url: string, as = owner) {
  const { body } = await respond(requestOf("GET", url, { cookie: as.cookie }));
  if (!body) throw new Error("The answer has no body");
  return body.getReader();
}

type Reader = Awaited<ReturnType<typeof readerOf>>;

/** Reads at least this many bytes, or to the end. @returns the number of bytes read */
async function take(reader: Reader, atLeast: number): Promise<number> {
  let bytes = 0;
  while (bytes < atLeast) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
  }
  return bytes;
}

/** Counts the bytes of originals read from now on. */
function countReading(): () => Promise<number> {
  const reading = jest.spyOn(getStorage(), "read");
  return async () => {
    const streams = (await Promise.all(reading.mock.results.map(({ value }) => value))) as ReadStream[];
    return streams.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  };
}

/** The album's files and temporary copies that this process has open. */
async function openFiles(): Promise<string[]> {
  const folder = "/proc/self/fd";
  const links = (await readdir(folder)).map((name) => readlink(path.join(folder, name)).catch(() => ""));
  const ours = path.resolve(process.env.DATA_DIR ?? "");
  return (await Promise.all(links)).filter((link) => link.startsWith(ours) || link.endsWith("(deleted)"));
}

test("a paused reader stops the reading of originals", async () => {
  const { url, bytes } = await zipOfMany(20);
  const countRead = countReading();
  const reader = await readerOf(url);
  let taken = 0;
  for (const much of [1, 5_000_000, 9_000_000]) {
    taken += await take(reader, much);
    await delay(300);
    // Two blocks: the one waiting to be read, and the one after it.
    expect((await countRead()) - taken).toBeLessThanOrEqual(2 * 1024 * 1024);
  }
  expect(taken + (await take(reader, Infinity))).toBe(bytes);
});

test("each original is read once, with its CRC-32, in a single database query for all of them", async () => {
  const files = 60;
  const { url, bytes } = await zipOfMany(files);
  const countRead = countReading();
  const asking = jest.spyOn(pg.Client.prototype, "query");
  expect(await take(await readerOf(url), Infinity)).toBe(bytes);
  expect(await countRead()).toBe(files * fileBytes);
  expect(asking.mock.calls.length).toBeGreaterThan(0);
  expect(asking.mock.calls.length).toBeLessThan(files / 2);
});

/** Large enough that only part of it can be in flight. */
async function makeLargeClip(): Promise<Buffer> {
  const file = path.join(process.env.DATA_DIR ?? "", "large.mp4");
  await makeClip(file, { picture: "testsrc2=s=1280x720:r=15:d=1", encode: [...h264, "-qp", "0"] });
  return readFile(file);
}

describe.each([
  ["a whole ZIP", false],
  ["a child's, made without places", true],
])("%s", (_, isChild) => {
  async function zipOfLarge() {
    const as = await createMember(owner.familyId, "member", { isChild });
    const content = isChild ? await makeLargeClip() : randomBytes(8_000_000);
    const { id } = await storeMedia(owner, { content, mediaType: "video" });
    return { as, url: (await zipOf([id], as)).url };
  }

  test("whose reader leaves in the middle leaves nothing open", async () => {
    const { as, url } = await zipOfLarge();
    const before = await openFiles();
    const reader = await readerOf(url, as);
    await take(reader, 50_000);
    expect((await openFiles()).length).toBeGreaterThan(before.length);
    await reader.cancel();
    await until(async () => (await openFiles()).length === before.length);
    const { totalCount, idleCount, waitingCount } = databasePool();
    expect({ idleCount, waitingCount }).toEqual({ idleCount: totalCount, waitingCount: 0 });
  });

  // A client that leaves before the first byte is sent never cancels the response: Next drops it.
  test("that nobody starts reading opens nothing", async () => {
    const { as, url } = await zipOfLarge();
    const before = await openFiles();
    await readerOf(url, as);
    await delay(1_000);
    expect(await openFiles()).toEqual(before);
  });
});

test("a ZIP that is being read holds no connection to the database", async () => {
  const { url } = await zipOfMany(4);
  const reader = await readerOf(url);
  await take(reader, 2 * fileBytes);
  const { totalCount, idleCount } = databasePool();
  expect(idleCount).toBe(totalCount);
  await reader.cancel();
});

test("someone removed from the family during a download gets no more of it", async () => {
  const guest = await createMember(owner.familyId);
  const { familyId } = await createOwner();
  await db.membership.create({ data: { userId: guest.userId, familyId, role: "member" } });
  const { url } = await zipOfMany(20, guest);
  const clock = performance.now.bind(performance);
  const laterBy = (ms: number) => jest.spyOn(performance, "now").mockImplementation(() => clock() + ms);
  const reader = await readerOf(url, guest);
  await take(reader, 1);
  laterBy(11_000);
  expect(await take(reader, 5_000_000)).toBeGreaterThanOrEqual(5_000_000);
  await removeMember(guest);
  laterBy(22_000);
  await expect(take(reader, Infinity)).rejects.toThrow();
});

test.each<[string, (guest: FamilyPerson) => Promise<unknown>]>([
  [
    "its person",
    ({ userId: id }) =>
      db.user.update({ where: { id }, data: { suspendedAt: new Date() }, select: { id: true } }),
  ],
  [
    "the family",
    ({ familyId: id }) =>
      db.family.update({ where: { id }, data: { suspendedAt: new Date() }, select: { id: true } }),
  ],
])("a download ends once %s is suspended", async (_, suspend) => {
  const guest = await createMember(owner.familyId);
  const { url } = await zipOfMany(20, guest);
  const clock = performance.now.bind(performance);
  const reader = await readerOf(url, guest);
  await take(reader, 1);
  await suspend(guest);
  jest.spyOn(performance, "now").mockImplementation(() => clock() + 11_000);
  await expect(take(reader, Infinity)).rejects.toThrow();
});

test("someone removed from the family gets no more of a download without places either", async () => {
  const guest = await createMember(owner.familyId);
  const clip = await makeLargeClip();
  const ids: string[] = [];
  for (const padding of [0, 1, 2]) {
    // Another file to the album, the same film to a player.
    const free = Buffer.concat([
      Buffer.from([0, 0, 0, 8 + padding]),
      Buffer.from("free"),
      Buffer.alloc(padding),
    ]);
    const content = Buffer.concat([clip, free]);
    ids.push((await storeMedia(owner, { content, mediaType: "video", mimeType: "video/mp4" })).id);
  }
  const { url } = await zipOf(ids, guest);
  const clock = performance.now.bind(performance);
  const reader = await readerOf(`${url}?place=without`, guest);
  await take(reader, 1);
  await removeMember(guest);
  jest.spyOn(performance, "now").mockImplementation(() => clock() + 11_000);
  await expect(take(reader, Infinity)).rejects.toThrow();
});
