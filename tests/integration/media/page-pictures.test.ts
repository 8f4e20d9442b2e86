import { randomBytes } from "node:crypto";
import { readPagePictures } from "@/lib/album/media/server/page-pictures-service";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const actorOf = async ({ cookie }: FamilyPerson) => (await actorFromCookies(cookie, false)) as MemberActor;
const ready = (id: string) => ({ id, derivatives: "ready" });

test("a page embeds the same thumbnails that requests would return", async () => {
  const photo = await storeMedia(owner);
  const clip = await storeMedia(owner, { mediaType: "video" });
  const pictures = await readPagePictures(await actorOf(owner), [ready(photo.id), ready(clip.id)]);
  expect([...pictures.keys()]).toEqual([photo.id, clip.id]);
  for (const [id, url] of pictures) {
    const { bytes, headers } = await call("GET", `/api/images/thumbnail/${id}`, { cookie: owner.cookie });
    const [head = "", data = ""] = url.split(",");
    expect(head).toBe(`data:${headers.get("content-type")};base64`);
    expect(Buffer.from(data, "base64").equals(bytes)).toBe(true);
  }
});

test("a page embeds nothing that a request would refuse", async () => {
  const foreign = await storeMedia(await createOwner());
  const deleted = await storeMedia(owner, { deletedAt: new Date() });
  const pictures = await readPagePictures(await actorOf(owner), [ready(foreign.id), ready(deleted.id)]);
  expect(pictures.size).toBe(0);
});

test("thumbnails that aren't made yet, are large or can't be read are left to the browser", async () => {
  const pending = await storeMedia(owner, { derivatives: "pending" });
  const [large, lost, small] = [await storeMedia(owner), await storeMedia(owner), await storeMedia(owner)];
  const thumbnailOf = ({ id }: { id: string }) => derivativeKey(owner.familyId, id, "thumbnail");
  await getStorage().replace(thumbnailOf(large), randomBytes(40_000));
  await getStorage().delete(thumbnailOf(lost));
  const pictures = await readPagePictures(await actorOf(owner), [
    { id: pending.id, derivatives: "pending" },
    ...[large, lost, small].map(({ id }) => ready(id)),
  ]);
  expect([...pictures.keys()]).toEqual([small.id]);
});
