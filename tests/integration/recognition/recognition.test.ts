import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { databasePool, db } from "@/lib/db";
import type { RecognitionDto } from "@/lib/faces/recognition/schema";
import { queueReadyPicture, requeueReading } from "@/lib/faces/recognition/server/queue-service";
import { ChildError } from "@/lib/platform/child-processes/child-error";
import { closeRecognizer, getRecognizer } from "@/lib/platform/recognition/recognition";
import { getStorage } from "@/lib/platform/storage/storage";
import { startWorkers } from "@/server/tasks";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { facePicture, storeFacePicture } from "@/tests/support/face-pictures";
import { storeGroup } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { plainPicture } from "@/tests/support/pictures";
import { recognitionOff } from "@/tests/support/recognition-state";
import { until } from "@/tests/support/until";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
afterAll(() => closeRecognizer());

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

type Answer = RecognitionDto & { field?: string; code?: string };
const choose = (json: object, { cookie } = owner) =>
  call<Answer>("PUT", "/api/recognition", { cookie, json });
const state = async ({ cookie } = owner) => (await call<Answer>("GET", "/api/recognition", { cookie })).body;
const mark = (memberId: string, neverRecognize: boolean, { cookie } = owner) =>
  call<Answer>("PUT", `/api/recognition/people/${memberId}`, { cookie, json: { neverRecognize } });
const person = async (name: string, familyId = owner.familyId) =>
  (await db.familyMember.create({ data: { familyId, name }, select: { id: true } })).id;
const groups = (familyId = owner.familyId) =>
  db.faceGroup.findMany({
    where: { familyId },
    select: { id: true, faceCount: true, memberId: true, isStale: true },
    orderBy: { faceCount: "desc" },
  });
const countFaces = (mediaId: string) => db.face.count({ where: { mediaId } });
const attempts = async (mediaId: string) =>
  (await db.mediaRecognition.findUnique({ where: { mediaId }, select: { attempts: true } }))?.attempts;

test("nothing is recognised until an admin says so", async () => {
  await storeFacePicture(owner, ["ama", "dog"]);
  expect(await state()).toEqual(recognitionOff);
  await workOffQueue();
  expect(await db.mediaRecognition.count()).toBe(0);
  expect(await db.face.count()).toBe(0);
});

test("once faces are allowed, each person's faces are grouped, including in older pictures", async () => {
  const first = await storeFacePicture(owner, ["ama", "kofi"]);
  await storeFacePicture(owner, ["ama"], 45);
  await storeFacePicture(owner, ["nana", "ama", "kofi"], 55);
  const on = await choose({ faces: true });
  expect([on.status, on.body]).toEqual([200, expect.objectContaining({ faces: true, picturesLeft: 3 })]);
  await workOffQueue();
  expect((await groups()).map(({ faceCount }) => faceCount)).toEqual([3, 2, 1]);
  expect(await state()).toMatchObject({ picturesLeft: 0, facesCount: 6, groupsToName: 2 });
  const [face] = await db.face.findMany({
    where: { mediaId: first.id },
    select: { left: true, top: true, width: true, height: true, descriptor: true, placedByHand: true },
    orderBy: { left: "asc" },
  });
  expect(face).toMatchObject({ placedByHand: false });
  expect(face?.left).toBeCloseTo(30 / 640, 1);
  expect(face?.width).toBeCloseTo(120 / 640, 1);
  expect(face?.descriptor).toHaveLength(512);
  // Recognising things was not switched on.
  expect(await db.mediaRecognition.count({ where: { labels: { isEmpty: false } } })).toBe(0);
});

test("a new picture is read once it is ready, and its faces join their groups", async () => {
  await storeFacePicture(owner, ["ama"]);
  await choose({ faces: true, labels: true });
  await workOffQueue();
  const { body } = await uploadDrawn();
  await workOffQueue();
  expect(await countFaces(body.id)).toBe(1);
  expect((await groups()).map(({ faceCount }) => faceCount)).toEqual([2]);
  expect(
    await db.mediaRecognition.findUnique({ where: { mediaId: body.id }, select: { labels: true } }),
  ).toEqual({
    labels: ["dog"],
  });
});

async function uploadDrawn() {
  const picture = await facePicture(["ama", "dog"], 52);
  return call<{ id: string }>("POST", "/api/media", {
    cookie: owner.cookie,
    json: {
      fileName: "ama.jpg",
      fileData: `data:image/jpeg;base64,${picture.toString("base64")}`,
      fileType: "image/jpeg",
      year: 2024,
      month: 5,
      description: "",
    },
  });
}

test("switching on twice changes nothing the second time, and is logged once", async () => {
  await choose({ faces: true });
  expect((await choose({ faces: true })).status).toBe(200);
  const entries = await db.activityEntry.findMany({
    where: { familyId: owner.familyId, action: "family.recognitionChanged" },
    select: { detail: true },
  });
  expect(entries).toEqual([{ detail: { faces: true, labels: false, facesErased: 0 } }]);
});

test("one button erases every face and group at once; recognised things stay", async () => {
  const picture = await storeFacePicture(owner, ["ama", "dog"]);
  const theirs = await createOwner();
  const theirPicture = await storeFacePicture(theirs, ["ama"]);
  await choose({ faces: true, labels: true });
  await choose({ faces: true }, theirs);
  await workOffQueue();
  const off = await choose({ faces: false });
  expect(off.body).toMatchObject({ faces: false, labels: true, facesCount: 0, groupsToName: 0 });
  expect(await groups()).toEqual([]);
  expect(await countFaces(picture.id)).toBe(0);
  expect(await groups(theirs.familyId)).toHaveLength(1);
  const theirReading = await db.mediaRecognition.findUnique({
    where: { mediaId: theirPicture.id },
    select: { facesReadAt: true },
  });
  expect(theirReading).toEqual({ facesReadAt: expect.any(Date) });
  const read = await db.mediaRecognition.findUnique({
    where: { mediaId: picture.id },
    select: { facesReadAt: true, labels: true },
  });
  expect(read).toEqual({ facesReadAt: null, labels: ["dog"] });
  expect((await choose({ faces: false })).status).toBe(200);
  await workOffQueue();
  expect(await countFaces(picture.id)).toBe(0);
  // Switched on again, it starts over.
  await choose({ faces: true });
  await workOffQueue();
  expect(await countFaces(picture.id)).toBe(1);
});

test("switching things off erases their names", async () => {
  const picture = await storeFacePicture(owner, ["dog", "cake"]);
  const theirs = await createOwner();
  const theirPicture = await storeFacePicture(theirs, ["dog"]);
  await choose({ labels: true });
  await choose({ labels: true }, theirs);
  await workOffQueue();
  const labels = async (mediaId = picture.id) =>
    (await db.mediaRecognition.findUniqueOrThrow({ where: { mediaId }, select: { labels: true } })).labels;
  expect(await labels()).toEqual(["dog", "cake"]);
  expect(await countFaces(picture.id)).toBe(0);
  await choose({ labels: false });
  expect(await labels()).toEqual([]);
  expect(await labels(theirPicture.id)).toEqual(["dog"]);
});

test("a picture in the trash is not read", async () => {
  const picture = await storeFacePicture(owner, ["ama"]);
  await choose({ faces: true });
  await db.media.updateMany({ where: { id: picture.id }, data: { deletedAt: new Date() } });
  await workOffQueue();
  expect(await db.mediaRecognition.count()).toBe(0);
});

test("a picture's faces are deleted with it, and a group with its last face", async () => {
  const only = await storeFacePicture(owner, ["ama"]);
  const shared = await storeFacePicture(owner, ["kofi"]);
  await storeFacePicture(owner, ["kofi"], 45);
  await choose({ faces: true });
  await workOffQueue();
  await db.media.delete({ where: { id: only.id }, select: { id: true } });
  await db.media.delete({ where: { id: shared.id }, select: { id: true } });
  expect(await groups()).toEqual([expect.objectContaining({ faceCount: 1, isStale: true })]);
  // The removed face no longer contributes to the group's centroid.
  await requeueReading();
  await workOffQueue();
  const [left] = await db.faceGroup.findMany({ select: { centroid: true, isStale: true } });
  const [face] = await db.face.findMany({ select: { descriptor: true } });
  expect(left).toEqual({ centroid: face?.descriptor, isStale: false });
});

test("a picture that crashes its reader is tried three times, and the others continue", async () => {
  const broken = await storeMedia(owner);
  await getStorage().replace(
    derivativeKey(owner.familyId, broken.id, "medium"),
    await plainPicture("jpeg", 3, 3),
  );
  const unreadable = await storeMedia(owner);
  const fine = await storeFacePicture(owner, ["ama"]);
  await choose({ faces: true });
  for (let round = 0; round < 4; round++) {
    await workOffQueue();
    await hurryQueue();
  }
  expect(await countFaces(fine.id)).toBe(1);
  const rows = await db.mediaRecognition.findMany({
    where: { mediaId: { in: [broken.id, unreadable.id] } },
    select: { attempts: true, error: true, facesReadAt: true },
  });
  expect(rows).toEqual([
    { attempts: 3, error: expect.any(String), facesReadAt: null },
    { attempts: 3, error: expect.any(String), facesReadAt: null },
  ]);
  expect(await state()).toMatchObject({ picturesLeft: 0 });
});

test("a recognizer that doesn't start uses up no picture's attempts", async () => {
  const picture = await storeFacePicture(owner, ["ama"]);
  await choose({ faces: true });
  const reading = jest
    .spyOn(getRecognizer(), "readPicture")
    .mockRejectedValue(new ChildError("absent", "The child program doesn't start"));
  for (let round = 0; round < 4; round++) {
    await workOffQueue();
    await hurryQueue();
  }
  expect(reading.mock.calls.length).toBeGreaterThan(3);
  reading.mockRestore();
  expect(await state()).toMatchObject({ picturesLeft: 1 });
  await workOffQueue();
  expect(await countFaces(picture.id)).toBe(1);
});

test("a picture that a stopping worker interrupts keeps its attempts, and the next worker reads it", async () => {
  const { id } = await storeMedia(owner);
  const medium = derivativeKey(owner.familyId, id, "medium");
  // The fake recognizer never answers a black picture.
  const black = sharp({ create: { width: 64, height: 64, channels: 3, background: "#000" } });
  await getStorage().replace(medium, await black.jpeg().toBuffer());
  await choose({ faces: true });
  const worker = await startWorkers();
  await until(async () => (await attempts(id)) === 1);
  await worker.stop();
  expect(await attempts(id)).toBe(0);
  await getStorage().replace(medium, await facePicture(["ama"]));
  await hurryQueue();
  await workOffQueue();
  expect(await countFaces(id)).toBe(1);
});

test("a picture that is still being loaded when the worker stops isn't read any more", async () => {
  const { id } = await storeFacePicture(owner, ["ama"]);
  await choose({ faces: true });
  const [storage, recognizer] = [getStorage(), getRecognizer()];
  const closing = jest.spyOn(recognizer, "close");
  const reading = jest.spyOn(recognizer, "readPicture");
  const medium = derivativeKey(owner.familyId, id, "medium");
  const load = storage.read.bind(storage);
  jest.spyOn(storage, "read").mockImplementation(async (key, range) => {
    if (key === medium) await until(() => closing.mock.calls.length > 0);
    return load(key, range);
  });
  const worker = await startWorkers();
  await until(async () => (await attempts(id)) === 1);
  await worker.stop();
  expect(reading).not.toHaveBeenCalled();
  jest.restoreAllMocks();
  expect(await attempts(id)).toBe(0);
  await hurryQueue();
  await workOffQueue();
  expect(await countFaces(id)).toBe(1);
});

test("members see the choice, and can't change it", async () => {
  const member = await createMember(owner.familyId);
  expect(await state(member)).toMatchObject({ faces: false });
  expect(await choose({ faces: true }, member)).toMatchObject({ status: 403 });
  const id = await person("Kofi");
  expect(await mark(id, true, member)).toMatchObject({ status: 403 });
  expect(await choose({ faces: true }, await createMember(owner.familyId, "admin"))).toMatchObject({
    status: 200,
  });
});

test.each([
  [{}, "faces"],
  [{ faces: "yes" }, "faces"],
  [{ labels: 1 }, "labels"],
])("%j is refused with its field", async (json, field) => {
  expect(await choose(json)).toMatchObject({ status: 400, body: { field } });
});

test("another family's person can't be marked, and looks the same as a missing one", async () => {
  const theirs = await createOwner();
  const id = await person("Kofi", theirs.familyId);
  const foreign = await mark(id, true);
  const missing = await mark(randomUUID(), true);
  expect([foreign.status, missing.status, (await mark("nobody", true)).status]).toEqual([404, 404, 404]);
  expect(foreign.body).toEqual(missing.body);
  expect((await mark(id, true, theirs)).body).toEqual({ memberId: id, neverRecognize: true });
  expect((await mark(id, true, theirs)).status).toBe(200);
  expect((await state(theirs)).neverRecognized).toEqual([id]);
  expect(await mark(id, "yes" as never, theirs)).toMatchObject({
    status: 400,
    body: { field: "neverRecognize" },
  });
});

test("a neighbour's faces, unnamed groups and marked people are not counted", async () => {
  const theirs = await createOwner();
  await storeGroup(theirs, { faces: 2 });
  await db.familyMember.updateMany({ where: { familyId: theirs.familyId }, data: { neverRecognize: true } });
  await choose({ faces: true });
  expect(await state()).toMatchObject({ facesCount: 0, groupsToName: 0, neverRecognized: [] });
});

test("a neighbour's choice doesn't get this family's pictures read or its stale groups checked", async () => {
  const theirs = await createOwner();
  await db.recognitionSettings.createMany({
    data: [
      { familyId: theirs.familyId, faces: true },
      { familyId: owner.familyId, faces: false },
    ],
  });
  const { groupId } = await storeGroup(theirs);
  await db.faceGroup.update({ where: { id: groupId }, data: { isStale: true }, select: { id: true } });
  const queued = async () =>
    (await databasePool().query<{ key: string }>("SELECT key FROM graphile_worker._private_jobs")).rows
      .map(({ key }) => key)
      .filter((key) => key.startsWith("recognition."));
  await queueReadyPicture({ id: randomUUID(), familyId: owner.familyId });
  expect(await queued()).toEqual([]);
  await db.recognitionSettings.updateMany({ where: { familyId: owner.familyId }, data: { labels: true } });
  await requeueReading();
  expect(await queued()).toEqual([`recognition.read-family:${theirs.familyId}`]);
});
