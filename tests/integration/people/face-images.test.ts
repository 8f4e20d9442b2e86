import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { storeGroup, storeVisibleFace } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { plainPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const path = (faceId: string | undefined) => `/api/people/faces/${faceId}/image`;
const get = (faceId: string | undefined, headers: Record<string, string> = {}, as = owner) =>
  call("GET", path(faceId), { cookie: as.cookie, headers });

test("a face is a square JPEG of 192 px with the headers of every private picture", async () => {
  const { faceIds } = await storeVisibleFace(owner);
  const { status, headers, bytes } = await get(faceIds[0]);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "private, no-cache",
    etag: expect.stringMatching(/^"[\w-]+"$/),
    vary: "Cookie",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "sandbox; default-src 'none'",
    "content-type": "image/jpeg",
    "content-length": String(bytes.length),
  });
  const facts = await sharp(bytes).metadata();
  expect(facts).toMatchObject({ format: "jpeg", width: 192, height: 192 });
  expect([facts.exif, facts.xmp, facts.icc]).toEqual([undefined, undefined, undefined]);
});

test("a client that already has it doesn't get it again", async () => {
  const { faceIds } = await storeVisibleFace(owner);
  const etag = (await get(faceIds[0])).headers.get("etag") ?? "";
  const again = await get(faceIds[0], { "If-None-Match": etag });
  expect([again.status, again.bytes.length, again.headers.get("etag")]).toEqual([304, 0, etag]);
});

test("members see it, nobody else does, and an erased one is gone at once", async () => {
  const { faceIds } = await storeVisibleFace(owner);
  const [faceId = ""] = faceIds;
  const member = await createMember(owner.familyId);
  const stranger = await createOwner({ name: "The others" });
  expect((await get(faceId, {}, member)).status).toBe(200);
  for (const id of [faceId, randomUUID(), "no-id"]) {
    expect((await get(id, {}, stranger)).status).toBe(404);
  }
  expect((await call("GET", path(faceId), { cookie: null })).status).toBe(401);
  await db.face.delete({ where: { id: faceId }, select: { id: true } });
  expect((await get(faceId)).status).toBe(404);
});

test("a face in the trash is not shown", async () => {
  const { faceIds, mediaIds } = await storeVisibleFace(owner);
  const where = { id: mediaIds[0] ?? "" };
  await db.media.update({ where, data: { deletedAt: new Date() }, select: { id: true } });
  expect((await get(faceIds[0])).status).toBe(404);
});

test("a transparent picture's face is cut out of the original", async () => {
  const content = await plainPicture("png", 200, 100);
  const { id } = await storeMedia(owner, { content, mimeType: "image/png", mediumType: "image/webp" });
  const { faceIds } = await storeGroup(owner, { mediaIds: [id] });
  const { status, bytes } = await get(faceIds[0]);
  expect(status).toBe(200);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 192, height: 192 });
});

test("a picture that can't be read, or whose file is gone, is refused with a message", async () => {
  const { id } = await storeMedia(owner);
  const { faceIds } = await storeGroup(owner, { mediaIds: [id] });
  const broken = await get(faceIds[0]);
  expect(broken.status).toBe(422);
  expectErrorBody(broken);
  await getStorage().delete(derivativeKey(owner.familyId, id, "medium"));
  expect((await get(faceIds[0])).status).toBe(404);
});
