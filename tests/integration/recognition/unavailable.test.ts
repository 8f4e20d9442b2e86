import { db } from "@/lib/db";
import type { RecognitionDto } from "@/lib/faces/recognition/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { storeFacePicture } from "@/tests/support/face-pictures";
import { createOwner } from "@/tests/support/factories";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

// Set before it is first read.
process.env.RECOGNITION = "off";
withTestDatabase();

test("a server without recognition refuses to start it, and still erases", async () => {
  const { cookie, familyId } = await createOwner();
  const put = (json: object) =>
    call<RecognitionDto & { code?: string }>("PUT", "/api/recognition", { cookie, json });
  expect(await put({ faces: true })).toMatchObject({
    status: 503,
    body: { code: "recognition_unavailable" },
  });
  // Chosen before recognition was switched off on the server.
  await db.recognitionSettings.create({ data: { familyId, faces: true }, select: { familyId: true } });
  expect((await call("GET", "/api/recognition", { cookie })).body).toMatchObject({
    isAvailable: false,
    faces: true,
    picturesLeft: 0,
  });
  expect(await put({ faces: false })).toMatchObject({ status: 200, body: { faces: false } });
});

test("nothing is read there, whatever a family has chosen", async () => {
  const owner = await createOwner();
  await storeFacePicture(owner, ["ama"]);
  const { familyId } = owner;
  await db.recognitionSettings.create({ data: { familyId, faces: true }, select: { familyId: true } });
  await workOffQueue();
  await hurryQueue();
  await workOffQueue();
  expect(await db.mediaRecognition.count()).toBe(0);
});
