import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { CommentDto, CommentPageDto } from "@/lib/album/comments/schema";
import { purgeTrash } from "@/lib/album/media/server/service";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { readTagNames } from "@/lib/platform/video/probe";
import { call } from "@/tests/support/call";
import { makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { recordedSound, storeVoiceNote } from "@/tests/support/voice-notes";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let ben: FamilyPerson;
let mediaId: string;

beforeEach(async () => {
  owner = await createOwner();
  ben = await createMember(owner.familyId);
  const where = { familyId_userId: { familyId: owner.familyId, userId: ben.userId } };
  await db.familyMember.update({ where, data: { name: "Ben" }, select: { id: true } });
  mediaId = (await storeMedia(owner, { hasFiles: false })).id;
});

const send = (as: FamilyPerson, recorded: Buffer | string, rest: object = {}, headers = {}) => {
  const recording = typeof recorded === "string" ? recorded : recorded.toString("base64");
  const json = { recording, ...rest };
  return call<CommentDto>("POST", `/api/media/${mediaId}/voice-notes`, { cookie: as.cookie, json, headers });
};
const say = async (as: FamilyPerson, rest: object = {}) => {
  const { status, body } = await send(as, await recordedSound(), rest);
  expect(status).toBe(201);
  return body;
};
const hear = (as: FamilyPerson, id: string, headers = {}) =>
  call("GET", `/api/comments/${id}/recording`, { cookie: as.cookie, headers });
const list = async (as: FamilyPerson) =>
  (await call<CommentPageDto>("GET", `/api/media/${mediaId}/comments`, { cookie: as.cookie })).body.items;
const recordings = () =>
  db.commentRecording.findMany({ select: { storagePath: true, bytes: true, sha256: true } });
const storedBytes = async () =>
  Number((await db.family.findUniqueOrThrow({ where: { id: owner.familyId } })).storageBytes);

describe("a voice note", () => {
  test.each(["webm", "mp4", "stereo"] as const)(
    "recorded by a browser as %s is a comment that everyone in the family hears as AAC",
    async (kind) => {
      const { status, body } = await send(ben, await recordedSound(3, kind), { text: " Look at her! " });
      expect(status).toBe(201);
      expect(body).toMatchObject({ mediaId, userId: ben.userId, displayName: "Ben", text: "Look at her!" });
      expect(body.recording?.url).toBe(`/api/comments/${body.id}/recording`);
      expect(Math.abs((body.recording?.durationMs ?? 0) - 3_000)).toBeLessThan(150);
      const { waveform = [] } = body.recording ?? {};
      expect(waveform).toHaveLength(48);
      // The second half is silent.
      expect(Math.min(...waveform.slice(2, 22))).toBeGreaterThan(50);
      expect(Math.max(...waveform.slice(27))).toBeLessThan(10);
      expect(await list(owner)).toEqual([{ ...body, mayEdit: false, mayDelete: true }]);

      const heard = await hear(owner, body.id);
      expect(heard.status).toBe(200);
      expect(heard.headers.get("content-type")).toBe("audio/mp4");
      expect(heard.headers.get("cache-control")).toBe("private, no-cache");
      const file = path.join(process.env.DATA_DIR ?? "", `${kind}.mp4`);
      await writeFile(file, heard.bytes);
      expect(heard.bytes.subarray(4, 8).toString()).toBe("ftyp");
      expect(await readTagNames(file)).not.toContain("title");
      expect(heard.bytes.includes("Bedroom")).toBe(false);
    },
  );

  test("can be played from any point, and unchanged isn't sent again", async () => {
    const { id } = await say(ben);
    const whole = await hear(ben, id);
    const part = await hear(ben, id, { Range: "bytes=10-19" });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(whole.bytes.subarray(10, 20));
    expect((await hear(ben, id, { Range: "bytes=9999999-" })).status).toBe(416);
    const known = { "If-None-Match": whole.headers.get("etag") ?? "" };
    expect((await hear(ben, id, known)).status).toBe(304);
  });

  test("is notified as one, with its text or its length", async () => {
    const cleo = await createMember(owner.familyId);
    await call("POST", `/api/media/${mediaId}/comments`, { cookie: cleo.cookie, json: { text: "Oh" } });
    await db.notification.deleteMany();
    await say(ben);
    await say(ben, { text: "So\nlovely" });
    const told = await db.notification.findMany({
      where: { familyId: owner.familyId },
      select: { userId: true, title: true, message: true, url: true },
      orderBy: { createdAt: "asc" },
    });
    const url = `/card/${mediaId}#comments`;
    const toOwner = { userId: owner.userId, title: "Ben left a voice note on your photo", url };
    const toCleo = { userId: cleo.userId, title: "Ben also left a voice note on a photo", url };
    expect(told).toHaveLength(4);
    expect(told).toEqual(
      expect.arrayContaining([
        { ...toOwner, message: "Voice note, 0:01" },
        { ...toOwner, message: "So lovely" },
        { ...toCleo, message: "Voice note, 0:01" },
        { ...toCleo, message: "So lovely" },
      ]),
    );
  });

  test("has text only as long as its author wants, which a written comment can't do without", async () => {
    const { id, recording } = await say(ben, { text: "Looke at her" });
    const change = (as: FamilyPerson, text: string, of = id) =>
      call<CommentDto>("PATCH", `/api/comments/${of}`, { cookie: as.cookie, json: { text } });
    expect((await change(ben, "Look at her")).body).toMatchObject({ text: "Look at her", recording });
    expect((await change(ben, " \u200b")).body).toMatchObject({ text: "", recording });
    expect((await change(owner, "Mine")).status).toBe(403);
    const json = { text: "Written" };
    const written = await call<CommentDto>("POST", `/api/media/${mediaId}/comments`, {
      cookie: ben.cookie,
      json,
    });
    expect(written.body.recording).toBeNull();
    expect(await change(ben, "", written.body.id)).toMatchObject({ status: 400, body: { field: "text" } });
    expect((await list(ben)).map(({ text }) => text)).toEqual(["", "Written"]);
  });

  test("is created once by a request repeated with its key", async () => {
    const headers = { "Idempotency-Key": "voice-1" };
    const recorded = await recordedSound();
    const answers = [await send(ben, recorded, {}, headers), await send(ben, recorded, {}, headers)];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await recordings()).toHaveLength(1);
  });

  test("of one minute is accepted, and is under half a megabyte", async () => {
    const { status, body } = await send(ben, await recordedSound(60));
    expect([status, Math.round((body.recording?.durationMs ?? 0) / 1000)]).toEqual([201, 60]);
    expect(Number((await recordings())[0]?.bytes)).toBeLessThan(600_000);
  });
});

describe("anything but a voice note is refused with its field, and leaves nothing", () => {
  const film = async () => {
    const file = path.join(process.env.DATA_DIR ?? "", "film.webm");
    await makeClip(file, { encode: ["-c:v", "libvpx", "-c:a", "libopus"] });
    return (await import("node:fs/promises")).readFile(file);
  };
  test.each<[string, () => Promise<Buffer | string> | Buffer | string, number, RegExp]>([
    ["nothing", () => "", 400, /nothing in this recording/],
    ["what isn't base64", () => "a recording!", 400, /base64/],
    ["a photo", () => tinyPicture(), 400, /can't be read/],
    ["MP3", () => recordedSound(1, "mp3"), 400, /can't be read/],
    ["what only begins like a recording", () => clipBytes(2_000), 400, /can't be read/],
    ["half a header", async () => (await recordedSound()).subarray(0, 60), 400, /can't be read|too short/],
    ["a film", film, 400, /sound only/],
    ["66 seconds", () => recordedSound(66), 400, /up to a minute/],
    ["a moment", () => recordedSound(0.1), 400, /too short/],
    ["two megabytes and one byte", () => Buffer.alloc(2 * 1024 * 1024 + 1), 413, /too large/],
  ])("%s", async (_, recording, status, message) => {
    const answer = await send(ben, await recording());
    expect(answer).toMatchObject({
      status,
      body: { field: "recording", error: expect.stringMatching(message) },
    });
    expect([await db.comment.count(), await recordings()]).toEqual([0, []]);
    expect(await storedKeys("families/")).toEqual([]);
  });

  test("text that is too long", async () => {
    const answer = await send(ben, await recordedSound(), { text: "a".repeat(2001) });
    expect(answer).toMatchObject({ status: 400, body: { field: "text" } });
  });

  test("one too large for the plan", async () => {
    await db.family.update({ where: { id: owner.familyId }, data: { storageBytes: 10n ** 15n } });
    const answer = await send(ben, await recordedSound());
    expect(answer).toMatchObject({ status: 422, body: { code: "storage_limit" } });
    expect([await db.comment.count(), await recordings()]).toEqual([0, []]);
    expect(await storedKeys("families/")).toEqual([]);
  });
});

describe("another family, and the trash", () => {
  test("a stranger can neither leave nor hear one", async () => {
    const { id } = await say(ben);
    const stranger = await createOwner();
    expect((await send(stranger, await recordedSound())).status).toBe(404);
    expect((await hear(stranger, id)).status).toBe(404);
    expect((await hear(owner, id)).status).toBe(200);
  });

  test("a written comment has no sound", async () => {
    const data = { mediaId, familyId: owner.familyId, userId: ben.userId, text: "Written" };
    const { id } = await db.comment.create({ data, select: { id: true } });
    expect((await hear(ben, id)).status).toBe(404);
  });

  test("voice notes on a trashed item are inaccessible until it is restored", async () => {
    const { id } = await say(ben);
    await call("DELETE", `/api/media/${mediaId}`, { cookie: owner.cookie, json: {} });
    expect((await send(ben, await recordedSound())).status).toBe(404);
    expect((await hear(ben, id)).status).toBe(404);
    await call("POST", `/api/media/${mediaId}/restore`, { cookie: owner.cookie });
    expect((await hear(ben, id)).status).toBe(200);
  });
});

describe("its file and its bytes", () => {
  const erasures: [string, (commentId: string) => Promise<unknown>][] = [
    ["its comment", (id) => call("DELETE", `/api/comments/${id}`, { cookie: owner.cookie })],
    [
      "its item, erased by hand",
      async () => {
        await call("DELETE", `/api/media/${mediaId}`, { cookie: owner.cookie, json: {} });
        return call("DELETE", `/api/media/trash/${mediaId}`, { cookie: owner.cookie, json: {} });
      },
    ],
    [
      "its item, after thirty days in the trash",
      async () => {
        await call("DELETE", `/api/media/${mediaId}`, { cookie: owner.cookie, json: {} });
        return purgeTrash(new Date(Date.now() + 31 * 86_400_000));
      },
    ],
    [
      "its author's account",
      () => call("DELETE", "/api/user", { cookie: ben.cookie, json: { password: testPassword } }),
    ],
    [
      "the family",
      async () => {
        const json = { password: testPassword };
        return call("DELETE", "/api/organization/current", { cookie: owner.cookie, json });
      },
    ],
  ];
  test.each(erasures)("are deleted with %s", async (_, erase) => {
    const before = await storedBytes();
    const { id } = await say(ben);
    const [file] = await recordings();
    expect(await storedBytes()).toBe(before + Number(file?.bytes));
    expect(await getStorage().stat(file?.storagePath ?? "")).not.toBeNull();
    await erase(id);
    await workOffQueue();
    expect(await recordings()).toEqual([]);
    expect(await getStorage().stat(file?.storagePath ?? "")).toBeNull();
  });

  test("are recounted by a recount", async () => {
    await storeVoiceNote(ben, mediaId);
    const [file] = await recordings();
    const right = await storedBytes();
    expect(file?.bytes).toBe(3_000n);
    await db.family.update({ where: { id: owner.familyId }, data: { storageBytes: 1 } });
    const { recountStorage } = await import("@/lib/operations/maintenance/server/recount-service");
    await recountStorage(owner.familyId);
    expect(await storedBytes()).toBe(right);
  });
});
