import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import { db } from "@/lib/db";
import { nameGroup } from "@/lib/faces/recognition/server/grouping-service";
import { readPicture } from "@/lib/faces/recognition/server/reading-service";
import { closeRecognizer } from "@/lib/platform/recognition/recognition";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { type Drawn, storeFacePicture } from "@/tests/support/face-pictures";
import { storeFamilyMember } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
afterAll(() => closeRecognizer());

let owner: FamilyPerson;
let kofi: string;
beforeEach(async () => {
  owner = await createOwner();
  const { familyId } = owner;
  kofi = (await db.familyMember.create({ data: { familyId, name: "Kofi" }, select: { id: true } })).id;
  await db.recognitionSettings.create({
    data: { familyId, faces: true, labels: true },
    select: { familyId: true },
  });
});

const mark = (neverRecognize: boolean, memberId = kofi) =>
  call("PUT", `/api/recognition/people/${memberId}`, { cookie: owner.cookie, json: { neverRecognize } });
const tag = (mediaId: string, memberIds = [kofi]) =>
  call("PUT", `/api/media/${mediaId}/tags`, { cookie: owner.cookie, json: { memberIds } });
const countFaces = (mediaId: string) => db.face.count({ where: { mediaId } });

async function readNew(drawn: readonly Drawn[], shade?: number): Promise<string> {
  const { id } = await storeFacePicture(owner, drawn, shade);
  await readPicture(id);
  return id;
}

const groupOf = async (mediaId: string) =>
  (await db.face.findFirstOrThrow({ where: { mediaId }, select: { groupId: true } })).groupId ?? "";
const name = (groupId: string, memberId: string | null) =>
  db.$transaction((client) => nameGroup(client, owner.familyId, groupId, memberId));

test("marking a child erases the group with their name and all faces in the same pictures, at once", async () => {
  const portrait = await readNew(["kofi"]);
  const tagged = await readNew(["nana", "esi"]);
  const other = await readNew(["ama"]);
  await name(await groupOf(portrait), kofi);
  await tag(tagged);
  expect((await mark(true)).status).toBe(200);
  expect([await countFaces(portrait), await countFaces(tagged), await countFaces(other)]).toEqual([0, 0, 1]);
  expect(await db.faceGroup.count({ where: { memberId: kofi } })).toBe(0);
  expect((await mark(true)).status).toBe(200);
  const actions = await db.activityEntry.findMany({
    where: { action: { startsWith: "family.person" } },
    select: { action: true },
  });
  expect(actions).toEqual([{ action: "family.personNeverRecognized" }]);
});

test("a picture with a marked child's tag gets no faces, but its things", async () => {
  await mark(true);
  const { id } = await storeFacePicture(owner, ["kofi", "ama", "dog"]);
  await tag(id);
  await workOffQueue();
  await readPicture(id);
  expect(await countFaces(id)).toBe(0);
  const read = await db.mediaRecognition.findUnique({
    where: { mediaId: id },
    select: { facesReadAt: true, labels: true },
  });
  expect(read).toEqual({ facesReadAt: null, labels: ["dog"] });
});

test("tagging a marked child erases the picture's faces in the same transaction", async () => {
  await mark(true);
  const id = await readNew(["kofi", "ama"]);
  expect(await countFaces(id)).toBe(2);
  expect((await tag(id)).status).toBe(200);
  expect(await countFaces(id)).toBe(0);
});

test("tagging anyone else erases nothing", async () => {
  const id = await readNew(["kofi", "ama"]);
  await tag(id);
  expect(await countFaces(id)).toBe(2);
});

test("no group can take a marked child's name", async () => {
  const id = await readNew(["kofi"]);
  await mark(true);
  const groupId = await groupOf(id);
  await expect(name(groupId, kofi)).rejects.toMatchObject({ status: 422, field: "memberId" });
  await mark(false);
  await expect(name(groupId, kofi)).resolves.toEqual({ groupId });
});

test("once the mark or the tag is removed, pictures are read again", async () => {
  await mark(true);
  const { id } = await storeFacePicture(owner, ["kofi"]);
  await tag(id);
  await workOffQueue();
  expect(await countFaces(id)).toBe(0);
  await mark(false);
  await workOffQueue();
  expect(await countFaces(id)).toBe(1);
});

test("whichever comes first, the mark or the tag, no face of a marked child stays", async () => {
  for (let round = 0; round < 12; round++) {
    const id = await readNew(["kofi", "ama"], 40 + round);
    await Promise.all(round % 2 === 0 ? [mark(true), tag(id)] : [tag(id), mark(true)]);
    expect(await countFaces(id)).toBe(0);
    await mark(false);
    await tag(id, []);
  }
});

test("whichever comes first, the reading or the mark, no face of a marked child stays", async () => {
  for (let round = 0; round < 12; round++) {
    const { id } = await storeFacePicture(owner, ["kofi", "ama"], 40 + round);
    await tag(id);
    await Promise.all(round % 2 === 0 ? [mark(true), readPicture(id)] : [readPicture(id), mark(true)]);
    expect(await countFaces(id)).toBe(0);
    await mark(false);
  }
});

test("a reading in progress when faces are switched off, or the child is tagged, writes none", async () => {
  const { id } = await storeFacePicture(owner, ["kofi"]);
  await mark(true);
  let reading: Promise<void> | undefined;
  await db.$transaction(async (client) => {
    await lockFamilyFaces(client, owner.familyId);
    // The reading has its picture and waits for the lock.
    reading = readPicture(id);
    await client.mediaTag.create({
      data: { mediaId: id, memberId: kofi, familyId: owner.familyId },
      select: { mediaId: true },
    });
  });
  await reading;
  expect(await countFaces(id)).toBe(0);
});

test("someone who is removed, or leaves, takes their face along; the pictures keep their tags", async () => {
  const picture = await readNew(["kofi"]);
  await name(await groupOf(picture), kofi);
  const removal = await call("DELETE", `/api/family-members/${kofi}`, { cookie: owner.cookie });
  expect([removal.status, await countFaces(picture)]).toEqual([204, 0]);

  const nana = await createMember(owner.familyId);
  const entry = await db.familyMember.findFirstOrThrow({
    where: { userId: nana.userId },
    select: { id: true },
  });
  const portrait = await readNew(["nana"]);
  await name(await groupOf(portrait), entry.id);
  await tag(portrait, [entry.id]);
  expect((await call("POST", "/api/organization/leave", { cookie: nana.cookie })).status).toBeLessThan(300);
  expect(await countFaces(portrait)).toBe(0);
  expect(await db.mediaTag.count({ where: { mediaId: portrait } })).toBe(1);
});

test("an entry that becomes an account's keeps the mark of either, and the faces of both", async () => {
  const nana = await createMember(owner.familyId);
  const entry = (
    await db.familyMember.findFirstOrThrow({ where: { userId: nana.userId }, select: { id: true } })
  ).id;
  const [one, two] = [await readNew(["nana"]), await readNew(["esi"])];
  await name(await groupOf(one), entry);
  await name(await groupOf(two), kofi);
  const link = () =>
    call("PUT", `/api/family-members/${kofi}`, {
      cookie: owner.cookie,
      json: { name: "Nana", userId: nana.userId },
    });
  expect((await link()).status).toBe(200);
  expect(await db.faceGroup.findMany({ select: { memberId: true, faceCount: true } })).toEqual([
    { memberId: kofi, faceCount: 2 },
  ]);
  expect((await state()).neverRecognized).toEqual([]);
});

test("a child's account can be created with the mark, which applies at once", async () => {
  const portrait = await readNew(["kofi"]);
  await name(await groupOf(portrait), kofi);
  const made = await call<{ memberId: string }>("POST", "/api/child-accounts", {
    cookie: owner.cookie,
    json: {
      username: "kofi.small",
      password: "kitten-basket",
      displayName: "Kofi",
      birthDate: "2018-05-04",
      memberId: kofi,
      neverRecognize: true,
    },
  });
  expect([made.status, made.body.memberId]).toEqual([201, kofi]);
  expect(await countFaces(portrait)).toBe(0);
  expect((await state()).neverRecognized).toEqual([kofi]);
});

const state = async () =>
  (await call<{ neverRecognized: string[] }>("GET", "/api/recognition", { cookie: owner.cookie })).body;

describe("if an import says that someone is in a photo", () => {
  /** The first face in a picture of 640 × 480. */
  const place = { left: 30 / 640, top: 150 / 480, width: 120 / 640, height: 120 / 480, isByHand: true };
  const places = (mediaId: string) => db.importedFace.count({ where: { mediaId } });
  const says = async (mediaId: string, memberId: string) => {
    const data = { ...place, mediaId, memberId, familyId: owner.familyId };
    await db.importedFace.create({ data, select: { id: true } });
  };

  test("the face that is found there gets the name, and so do others that look like it", async () => {
    const { id: first } = await storeFacePicture(owner, ["kofi", "ama"]);
    const { id: second } = await storeFacePicture(owner, ["kofi", "ama"], 45);
    await says(first, kofi);
    await readPicture(first);
    await readPicture(second);
    const named = await db.face.findMany({
      where: { group: { memberId: kofi } },
      select: { mediaId: true, placedByHand: true, left: true },
      orderBy: { placedByHand: "desc" },
    });
    expect(named).toMatchObject([
      { mediaId: first, placedByHand: true },
      { mediaId: second, placedByHand: false },
    ]);
    expect(named[0]?.left).toBeCloseTo(place.left, 1);
    expect([await countFaces(first), await places(first)]).toEqual([2, 0]);
  });

  test("nothing is stored about someone who is marked, anyone with them, or once faces are turned off", async () => {
    const { id: one } = await storeFacePicture(owner, ["kofi"]);
    const { id: beside } = await storeFacePicture(owner, ["ama"]);
    const { id: other } = await storeFacePicture(owner, ["esi"]);
    const ama = await storeFamilyMember(owner.familyId, "Ama");
    await says(one, kofi);
    await says(beside, ama);
    await says(other, ama);
    await mark(true);
    expect([await places(one), await places(beside), await places(other)]).toEqual([0, 1, 1]);
    await tag(beside);
    expect([await places(beside), await places(other)]).toEqual([0, 1]);
    const off = { cookie: owner.cookie, json: { faces: false } };
    expect((await call("PUT", "/api/recognition", off)).status).toBe(200);
    expect(await db.importedFace.count({ where: { familyId: owner.familyId } })).toBe(0);
  });
});
