import sharp from "sharp";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { rebuildThumbnails } from "@/lib/album/media/server/rebuild-service";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { spherePhoto, wholeCircle } from "@/tests/support/panoramas";
import { tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

let owner: FamilyPerson;
beforeAll(async () => {
  owner = await createOwner();
});

/** Each photo has a different size, so that none is a copy of another. */
let width = 1024;
const nextPhoto = () => {
  width += 16;
  return spherePhoto({ width, height: width / 2 });
};

async function upload(content: Buffer): Promise<string> {
  const file = { fileName: "R0010001.JPG", fileType: "image", fileData: content.toString("base64") };
  const json = { ...file, year: 2024, month: 7 };
  const answer = await call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, json });
  expect(answer.status).toBe(201);
  await workOffQueue();
  return answer.body.id;
}

const sphere = (id: string, cookie?: string, headers = {}) =>
  call("GET", `/api/images/sphere/${id}`, { ...(cookie ? { cookie } : {}), headers });
const itemOf = async (id: string) =>
  (await call<MediaItemDto>("GET", `/api/media/${id}`, { cookie: owner.cookie })).body;

test("a 360° photo says what it covers, and everyone in the family can look around in it", async () => {
  const photo = await nextPhoto();
  const id = await upload(photo);
  expect(await itemOf(id)).toMatchObject({ panorama: wholeCircle, derivatives: "ready" });
  const month = await call<{ items: MediaItemDto[] }>("GET", "/api/media/month/2024/7", {
    cookie: owner.cookie,
  });
  expect(month.body.items.find((item) => item.id === id)?.panorama).toEqual(wholeCircle);

  const child = await createMember(owner.familyId, "member", { isChild: true });
  for (const { cookie } of [owner, child]) {
    const shown = await sphere(id, cookie);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const facts = await sharp(shown.bytes).metadata();
    expect([facts.width, facts.height, facts.exif, facts.xmp]).toEqual([
      width,
      width / 2,
      undefined,
      undefined,
    ]);
    const again = await sphere(id, cookie, { "if-none-match": shown.headers.get("etag") });
    expect(again.status).toBe(304);
  }
  const download = await call("GET", `/api/media/${id}/download`, { cookie: owner.cookie });
  expect(download.bytes.equals(photo)).toBe(true);
});

test("another family's is not found, and a stranger has to sign in", async () => {
  const id = await upload(await nextPhoto());
  const other = await createOwner();
  expect((await sphere(id, other.cookie)).status).toBe(404);
  expect((await sphere(id)).status).toBe(401);
  expect((await sphere(id, owner.cookie)).status).toBe(200);
});

test("other photos, and those in the trash, have nothing to look around in", async () => {
  const flat = await upload(await tinyPicture());
  expect((await itemOf(flat)).panorama).toBeNull();
  expect((await sphere(flat, owner.cookie)).status).toBe(404);

  const id = await upload(await nextPhoto());
  expect((await call("DELETE", `/api/media/${id}`, { cookie: owner.cookie })).status).toBeLessThan(300);
  expect((await sphere(id, owner.cookie)).status).toBe(404);
});

test("one that was already in the album can be looked around in once its small pictures are made again", async () => {
  const { id } = await storeMedia(owner, { content: await nextPhoto() });
  expect((await sphere(id, owner.cookie)).status).toBe(404);
  expect(await rebuildThumbnails(id)).toBe(true);
  expect((await itemOf(id)).panorama).toEqual(wholeCircle);
  expect((await sphere(id, owner.cookie)).status).toBe(200);
});

test("while edited it is a flat photo, and its original goes all round again", async () => {
  const id = await upload(await nextPhoto());
  const { cookie } = owner;
  const json = { quarterTurns: 1, isMirrored: false, straighten: 0, crop: null, light: 0, version: 0 };
  expect((await call("PUT", `/api/media/${id}/edits`, { cookie, json })).status).toBe(200);
  expect((await itemOf(id)).panorama).toBeNull();
  expect((await sphere(id, cookie)).status).toBe(404);
  expect((await call("DELETE", `/api/media/${id}/edits?version=1`, { cookie })).status).toBe(200);
  expect((await itemOf(id)).panorama).toEqual(wholeCircle);
  expect((await sphere(id, cookie)).status).toBe(200);
});

test("nothing is left of it once it is erased", async () => {
  const id = await upload(await nextPhoto());
  const { storagePath } = await itemOf(id);
  const key = `families/${owner.familyId}/derived/${id}/sphere`;
  expect(await getStorage().stat(key)).not.toBeNull();
  await call("DELETE", `/api/media/${id}`, { cookie: owner.cookie });
  expect((await call("DELETE", `/api/media/trash/${id}`, { cookie: owner.cookie })).status).toBeLessThan(300);
  expect([await getStorage().stat(key), await getStorage().stat(storagePath)]).toEqual([null, null]);
});
