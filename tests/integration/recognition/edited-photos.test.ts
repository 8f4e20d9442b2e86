import sharp from "sharp";
import { db } from "@/lib/db";
import { closeRecognizer } from "@/lib/platform/recognition/recognition";
import { noEdits } from "@/lib/shared/picture-edits";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { type Drawn, facePicture } from "@/tests/support/face-pictures";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
afterAll(() => closeRecognizer());

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  await call("PUT", "/api/recognition", { cookie: owner.cookie, json: { faces: true } });
});

async function upload(drawn: readonly Drawn[]): Promise<string> {
  const json = {
    ...{ fileName: "us.jpg", fileType: "image", year: 2024, month: 7 },
    fileData: (await facePicture(drawn)).toString("base64"),
  };
  const { body } = await call<{ id: string }>("POST", "/api/media", { cookie: owner.cookie, json });
  await workOffQueue();
  return body.id;
}
const faces = (mediaId: string) =>
  db.face.findMany({
    where: { mediaId },
    select: { id: true, left: true, groupId: true, placedByHand: true },
    orderBy: { left: "asc" },
  });
async function edit(id: string, edits: object, version: number) {
  const json = { ...noEdits, ...edits, version };
  expect((await call("PUT", `/api/media/${id}/edits`, { cookie: owner.cookie, json })).status).toBe(200);
  await workOffQueue();
}
const image = (faceId: string, etag?: string) =>
  call("GET", `/api/people/faces/${faceId}/image`, {
    cookie: owner.cookie,
    headers: etag ? { "If-None-Match": etag } : {},
  });

test("faces are found again at their place in an edited photo, and keep their person", async () => {
  const id = await upload(["ama", "kofi"]);
  const [ama, kofi] = await faces(id);
  await db.face.updateMany({ where: { id: ama?.id ?? "" }, data: { placedByHand: true } });
  const before = await image(ama?.id ?? "");
  await edit(id, { isMirrored: true }, 0);
  const after = await faces(id);
  expect(after).toEqual([
    { ...kofi, left: expect.closeTo(1 - (kofi?.left ?? 0) - 120 / 640, 1) },
    { ...ama, placedByHand: true, left: expect.closeTo(1 - (ama?.left ?? 0) - 120 / 640, 1) },
  ]);
  const now = await image(ama?.id ?? "", before.headers.get("etag") ?? "");
  expect(now.status).toBe(200);
  const middle = { left: 95, top: 95, width: 1, height: 1 };
  const [red = 0, green = 255, blue = 255] = await sharp(now.bytes).extract(middle).raw().toBuffer();
  // Ama is drawn in red.
  expect([red > 220, green < 30, blue < 30]).toEqual([true, true, true]);
});

test("a face that is cropped away is gone, and found again once the photo is reverted", async () => {
  const id = await upload(["ama", "kofi"]);
  await edit(id, { crop: { x: 0, y: 0, width: 0.26, height: 1 } }, 0);
  expect(await faces(id)).toHaveLength(1);
  const reverted = await call("DELETE", `/api/media/${id}/edits?version=1`, { cookie: owner.cookie });
  expect(reverted.status).toBe(200);
  await workOffQueue();
  expect(await faces(id)).toHaveLength(2);
});
