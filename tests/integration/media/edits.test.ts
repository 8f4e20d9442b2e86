import sharp from "sharp";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";
import { rebuildThumbnails } from "@/lib/album/media/server/rebuild-service";
import { measureBatch } from "@/lib/album/similar/server/measures-service";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { noEdits, type PictureEdits } from "@/lib/shared/picture-edits";
import { call, requestOf, respond } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectRefusal } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { fourColours } from "@/tests/support/four-colours";
import { clipBytes } from "@/tests/support/pictures";
import { quartersOf, upright } from "@/tests/support/quarters";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
  member = await createMember(owner.familyId);
});

let count = 0;

async function upload(as = member, content?: Buffer): Promise<string> {
  const picture = content ?? (await fourColours());
  // A comment in each file makes it unique.
  const comment = Buffer.from(`\xff\xfe\x00\x06${String(++count).padStart(4, "0")}`, "latin1");
  const unique = content ?? Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
  const json = {
    ...{ fileName: "garden.jpg", fileType: "image", year: 2024, month: 7 },
    fileData: unique.toString("base64"),
  };
  const { status, body } = await call<MediaItemDto>("POST", "/api/media", { cookie: as.cookie, json });
  expect(status).toBe(201);
  await get(`/api/images/thumbnail/${body.id}`, as);
  return body.id;
}

const get = (path: string, as: FamilyPerson | null = member, headers: Record<string, string> = {}) =>
  call("GET", path, { ...(as ? { cookie: as.cookie } : {}), headers });
const save = (id: string, edits: object, version: unknown = 0, as: FamilyPerson | null = member) =>
  call<MediaDetailDto & { code?: string; field?: string; error?: string }>("PUT", `/api/media/${id}/edits`, {
    ...(as ? { cookie: as.cookie } : {}),
    json: { ...noEdits, ...edits, version },
  });
const revert = (id: string, version: unknown = 1, as: FamilyPerson | null = member) =>
  call<MediaDetailDto & { code?: string }>("DELETE", `/api/media/${id}/edits?version=${version}`, {
    ...(as ? { cookie: as.cookie } : {}),
  });
const detail = async (id: string, as = owner) =>
  (await call<MediaDetailDto>("GET", `/api/media/${id}`, { cookie: as.cookie })).body;
const toTheRight: Partial<PictureEdits> = { quarterTurns: 1 };
const turned = ["blue", "red", "grey", "green"];
const tolerance = 14;
const shown = async (id: string, kind: string, as = owner) =>
  quartersOf((await get(`/api/images/${kind}/${id}`, as)).bytes, tolerance);

describe("an edited photo", () => {
  test("is shown edited to everyone at once, and its original stays unchanged, bit for bit", async () => {
    const id = await upload();
    const before = await get(`/api/images/medium/${id}`, owner);
    const original = await get(`/api/media/${id}/download`);
    const { status, body } = await save(id, toTheRight);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        edits: { ...noEdits, quarterTurns: 1 },
        editVersion: 1,
        isEdited: true,
        width: 600,
        height: 800,
      }),
    ]);
    for (const kind of ["medium", "thumbnail"]) expect(await shown(id, kind)).toEqual(turned);
    const after = await get(`/api/images/medium/${id}`, owner, {
      "If-None-Match": before.headers.get("etag") ?? "",
    });
    expect(after.status).toBe(200);
    const again = { "If-None-Match": after.headers.get("etag") ?? "" };
    expect((await get(`/api/images/medium/${id}?v=1`, owner, again)).status).toBe(304);
    expect(await detail(id)).toEqual(body);
    const list = await call<{ items: MediaItemDto[] }>("GET", "/api/media", { cookie: owner.cookie });
    expect(list.body.items[0]).toMatchObject({ editVersion: 1, isEdited: true, width: 600, height: 800 });
    expect((await get(`/api/media/${id}/download`)).bytes.equals(original.bytes)).toBe(true);
    expect(await quartersOf((await get(`/api/media/${id}/unedited`, owner)).bytes, tolerance)).toEqual(
      upright,
    );
  });

  test("looks as before once it is reverted, with another ETag", async () => {
    const id = await upload();
    const unedited = await detail(id);
    const first = await get(`/api/images/medium/${id}`);
    const saved = await save(id, { ...toTheRight, light: 20 });
    const { status, body } = await revert(id, 1, owner);
    expect([status, body]).toEqual([200, { ...unedited, editVersion: 2 }]);
    expect(saved.body.thumbHash).not.toBe(body.thumbHash);
    for (const kind of ["medium", "thumbnail"]) expect(await shown(id, kind)).toEqual(upright);
    const now = await get(`/api/images/medium/${id}`, owner, {
      "If-None-Match": first.headers.get("etag") ?? "",
    });
    expect([now.status, now.headers.get("etag")]).not.toContain(first.headers.get("etag"));
    expect(now.bytes.equals(first.bytes)).toBe(true);
    const ofNothing = await save(id, {}, 2);
    expect([ofNothing.status, ofNothing.body.editVersion]).toEqual([200, 2]);
  });

  test("is always edited from its original, however often", async () => {
    const id = await upload();
    const expected = [
      [{ quarterTurns: 1 }, turned],
      [{ isMirrored: true }, ["green", "red", "grey", "blue"]],
      [{ crop: { x: 0, y: 0.5, width: 1, height: 0.5 } }, ["blue", "grey", "blue", "grey"]],
    ] as const;
    for (const [version, [edits, colours]] of expected.entries()) {
      expect((await save(id, edits, version)).status).toBe(200);
      expect(await shown(id, "medium")).toEqual(colours);
      expect(await shown(id, "thumbnail")).toEqual(colours);
    }
  });

  test("can be downloaded as it is shown, without metadata; one that isn't edited can't", async () => {
    const id = await upload();
    const path = `/api/media/${id}/download?version=edited`;
    expectRefusal(await get(path, owner), 404, "not_found");
    await save(id, { quarterTurns: 1, crop: { x: 0, y: 0, width: 1, height: 0.5 } });
    const child = await createMember(owner.familyId, "member", { isChild: true });
    for (const person of [owner, child]) {
      const { status, bytes, headers } = await get(path, person);
      expect([status, headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      expect(headers.get("content-disposition")).toContain('filename="garden.jpg"');
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 400 });
      expect(await quartersOf(bytes, tolerance)).toEqual(["blue", "red", "blue", "red"]);
    }
    expectRefusal(await get(path, await createOwner()), 404, "not_found");
  });

  test("is not rendered for a client that already has it, sends HEAD, or has disconnected", async () => {
    const id = await upload();
    await save(id, toTheRight);
    const path = `/api/media/${id}/download?version=edited`;
    const etag = (await get(path)).headers.get("etag") ?? "";
    const gone = new Request(requestOf("GET", path, { cookie: member.cookie }), {
      signal: AbortSignal.abort(),
    });
    expect((await respond(gone)).status).toBe(499);
    // Without its original, nothing can be rendered any more.
    const { storagePath } = await db.media.findUniqueOrThrow({ where: { id } });
    await getStorage().delete(storagePath);
    expectRefusal(await get(path), 404, "not_found");
    expect((await get(path, member, { "if-none-match": etag })).status).toBe(304);
    const head = await call("HEAD", path, { cookie: member.cookie });
    expect([head.status, head.headers.get("etag"), head.headers.get("content-length")]).toEqual([
      200,
      etag,
      null,
    ]);
    expectRefusal(await get(path, await createOwner(), { "if-none-match": etag }), 404, "not_found");
  });

  test("stays edited when its pictures are rebuilt, and in the trash", async () => {
    const id = await upload();
    await save(id, toTheRight);
    for (const key of (await storedKeys()).filter((one) => one.includes("/derived/")))
      await getStorage().delete(key);
    expect(await rebuildThumbnails(id)).toBe(true);
    expect(await shown(id, "medium")).toEqual(turned);
    expect(await detail(id)).toMatchObject({ width: 600, height: 800, editVersion: 1, isEdited: true });
    expect(await quartersOf((await get(`/api/media/${id}/unedited`)).bytes, tolerance)).toEqual(upright);
    await call("DELETE", `/api/media/${id}`, { cookie: member.cookie, json: {} });
    expect(await quartersOf((await get(`/api/media/trash/${id}/thumbnail`)).bytes, tolerance)).toEqual(
      turned,
    );
    await call("POST", `/api/media/${id}/restore`, { cookie: member.cookie });
    expect(await shown(id, "medium")).toEqual(turned);
  });

  test("leaves nothing behind when it is erased", async () => {
    const id = await upload();
    for (const version of [0, 1, 2]) await save(id, { light: version + 1 }, version);
    expect((await storedKeys()).filter((key) => key.includes(id))).toHaveLength(7);
    await call("DELETE", `/api/media/${id}`, { cookie: member.cookie, json: {} });
    const erased = await call("DELETE", `/api/media/trash/${id}`, { cookie: member.cookie });
    expect(erased.status).toBe(204);
    expect((await storedKeys()).filter((key) => key.includes(id))).toEqual([]);
  });

  test("is measured again, like a new picture", async () => {
    const later = new Date(Date.now() + 60_000);
    const id = await upload();
    await measureBatch(later);
    const measures = () =>
      db.mediaMeasures.findUnique({ where: { mediaId: id }, select: { queuedAt: true, tone: true } });
    const before = await measures();
    expect(before?.queuedAt).toBeNull();
    await save(id, { crop: { x: 0, y: 0, width: 0.4, height: 0.4 } });
    expect((await measures())?.queuedAt).not.toBeNull();
    await measureBatch(later);
    const red = (tone = 0) => tone >> 16;
    expect(red((await measures())?.tone)).toBeGreaterThan(red(before?.tone) + 40);
  });

  test("is in a person's export as its original, with its edits", async () => {
    const id = await upload();
    const original = await get(`/api/media/${id}/download`);
    await save(id, toTheRight);
    const { bytes } = await call("GET", "/api/user/export", { cookie: member.cookie });
    const files = await unzip(bytes);
    const uploads = JSON.parse(files.get("uploads.json")?.toString() ?? "[]");
    expect(uploads[0]).toMatchObject({ id, edits: { ...noEdits, quarterTurns: 1 } });
    expect(files.get(uploads[0].place)?.equals(original.bytes)).toBe(true);
  });
});

describe("who edits a photo", () => {
  test("is its uploader or an admin, and nobody else", async () => {
    const id = await upload();
    const other = await createMember(owner.familyId);
    const foreign = await createOwner();
    expectRefusal(await save(id, toTheRight, 0, null), 401, "not_signed_in");
    expectRefusal(await save(id, toTheRight, 0, other), 403, "forbidden");
    expectRefusal(await save(id, toTheRight, 0, foreign), 404, "not_found");
    expectRefusal(
      await save(
        id.replace(/^./, (first) => (first === "0" ? "1" : "0")),
        toTheRight,
      ),
      404,
      "not_found",
    );
    expect(await detail(id)).toMatchObject({ editVersion: 0, edits: null });
    expect((await save(id, toTheRight, 0, member)).status).toBe(200);
    expect((await save(id, { light: 5 }, 1, owner)).status).toBe(200);
    expectRefusal(await revert(id, 2, null), 401, "not_signed_in");
    expectRefusal(await revert(id, 2, other), 403, "forbidden");
    expectRefusal(await revert(id, 2, foreign), 404, "not_found");
    expectRefusal(await get(`/api/media/${id}/unedited`, null), 401, "not_signed_in");
    expectRefusal(await get(`/api/media/${id}/unedited`, foreign), 404, "not_found");
    expect((await revert(id, 2, owner)).status).toBe(200);
  });

  test("can be a child, for their own photos", async () => {
    const child = await createMember(owner.familyId, "member", { isChild: true });
    const [own, foreign] = [await upload(child), await upload()];
    expect((await save(own, toTheRight, 0, child)).status).toBe(200);
    expectRefusal(await save(foreign, toTheRight, 0, child), 403, "forbidden");
  });
});

test.each([
  [{ quarterTurns: 4 }, "quarterTurns"],
  [{ quarterTurns: 0.5 }, "quarterTurns"],
  [{ isMirrored: "yes" }, "isMirrored"],
  [{ straighten: 15.1 }, "straighten"],
  [{ straighten: null }, "straighten"],
  [{ light: 101 }, "light"],
  [{ light: 1.5 }, "light"],
  [{ crop: { x: 0.6, y: 0, width: 0.5, height: 1 } }, "crop.width"],
  [{ crop: { x: 0, y: 0, width: 0.01, height: 1 } }, "crop.width"],
  [{ crop: { x: 0, y: 0, width: 1, height: 0 } }, "crop.height"],
  [{ version: -1 }, "version"],
  [{ version: null }, "version"],
])("%j is refused by its name", async (wrong, field) => {
  const id = await upload();
  const { version = 0, ...edits } = wrong as { version?: unknown };
  const { status, body } = await save(id, edits, version);
  expect([status, body.field]).toEqual([400, field]);
  expect(await detail(id)).toMatchObject({ editVersion: 0, edits: null });
});

test.each(["", "one", "-1"])("a revert of version %p is refused", async (version) => {
  const id = await upload();
  await save(id, toTheRight);
  expect((await revert(id, version)).status).toBe(400);
  expect(await detail(id)).toMatchObject({ editVersion: 1 });
});

describe("when two people edit a photo", () => {
  test("the second gets a conflict, and none of their edits are stored", async () => {
    const id = await upload();
    await save(id, toTheRight);
    const late = await save(id, { isMirrored: true }, 0, owner);
    expect([late.status, late.body.code]).toEqual([409, "changed_meanwhile"]);
    expectRefusal(await revert(id, 0, owner), 409, "changed_meanwhile");
    expect(await shown(id, "medium")).toEqual(turned);
  });

  test("at the same moment, one of them succeeds, and that one's edits are shown", async () => {
    const id = await upload();
    const answers = await Promise.all([
      save(id, { quarterTurns: 1 }, 0, member),
      save(id, { quarterTurns: 2 }, 0, owner),
      save(id, { quarterTurns: 3 }, 0, owner),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.edits?.quarterTurns;
    const byTurns = [upright, turned, ["grey", "blue", "green", "red"], ["green", "grey", "red", "blue"]];
    expect(await shown(id, "medium")).toEqual(byTurns[winner ?? 0]);
    expect(await detail(id)).toMatchObject({ editVersion: 1, edits: { quarterTurns: winner } });
  });

  test("twenty times at once, one save counts, and nothing of the others is left behind", async () => {
    const [id, other] = [await upload(), await upload()];
    const keysOf = async (item: string) => (await storedKeys()).filter((key) => key.includes(item)).length;
    const light = Array.from({ length: 20 }, (_, index) => ({ light: index + 1 }));
    const different = await Promise.all(light.map((edits) => save(id, edits)));
    expect(different.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const same = await Promise.all(light.map(() => save(other, toTheRight)));
    expect(same.map(({ status, body }) => [status, body.editVersion])).toEqual(Array(20).fill([200, 1]));
    expect(await keysOf(id)).toBe(await keysOf(other));
    expect(await detail(id)).toMatchObject({ editVersion: 1 });
  });

  test("a repeated request gets the same answer as the first", async () => {
    const id = await upload();
    const edits = { quarterTurns: 1, crop: { x: 0.1, y: 0.2, width: 0.5, height: 0.6 }, straighten: 2.5 };
    const answers = [await save(id, edits), await save(id, edits)];
    expect(answers[1]).toMatchObject({ status: 200, body: answers[0]?.body });
    const reverts = [await revert(id), await revert(id)];
    expect(reverts.map(({ status, body }) => [status, body.editVersion])).toEqual([
      [200, 2],
      [200, 2],
    ]);
  });
});

describe("what can't be edited", () => {
  test("is a film, what has no preview, and an animation; each gets its own message", async () => {
    const film = await storeMedia(member, { mediaType: "video", content: clipBytes() });
    const unshown = await storeMedia(member, { derivatives: "failed" });
    const frames = Buffer.concat([Buffer.alloc(48, 0), Buffer.alloc(48, 255)]);
    const gif = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const animation = await upload(member, gif);
    for (const [id, sentence] of [
      [film.id, "Only photos can be edited."],
      [unshown.id, "This photo has no preview, so it can't be edited."],
      [animation, "Animated pictures can't be edited."],
    ] as const) {
      const { status, body } = await save(id, toTheRight);
      expect([status, body.code, body.error]).toEqual([409, "not_editable", sentence]);
    }
    expectRefusal(await get(`/api/media/${film.id}/unedited`), 404, "not_found");
  });

  test("is a photo in the trash, or one whose original is gone: it stays unchanged", async () => {
    const [trashed, gone] = [await upload(), await upload()];
    await call("DELETE", `/api/media/${trashed}`, { cookie: member.cookie, json: {} });
    expectRefusal(await save(trashed, toTheRight), 404, "not_found");
    const row = await db.media.findUniqueOrThrow({ where: { id: gone }, select: { storagePath: true } });
    await getStorage().delete(row.storagePath);
    expectRefusal(await save(gone, toTheRight), 404, "not_found");
    expect(await shown(gone, "medium")).toEqual(upright);
    expect(await detail(gone)).toMatchObject({ editVersion: 0, edits: null });
  });
});

test("the welcome image is shown edited", async () => {
  const id = await upload(owner);
  await call("POST", "/api/welcome-image", { cookie: owner.cookie, json: { mediaId: id } });
  await save(id, toTheRight, 0, owner);
  const { body } = await call<{ mediaId: string }>("GET", "/api/welcome-image", { cookie: member.cookie });
  expect(body.mediaId).toBe(id);
  expect(await shown(id, "medium", member)).toEqual(turned);
});
