import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { descriptorBytes, normalized } from "@/lib/faces/recognition/descriptor";
import { mergeGroups, moveFace, nameGroup } from "@/lib/faces/recognition/server/grouping-service";
import { readPicture } from "@/lib/faces/recognition/server/reading-service";
import { regroupFamily } from "@/lib/faces/recognition/server/regrouping-service";
import { closeRecognizer } from "@/lib/platform/recognition/recognition";
import { withTestDatabase } from "@/tests/support/database";
import { type Drawn, storeFacePicture } from "@/tests/support/face-pictures";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";

withTestDatabase();
afterAll(() => closeRecognizer());

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  await db.recognitionSettings.create({
    data: { familyId: owner.familyId, faces: true },
    select: { familyId: true },
  });
});

async function read(drawn: readonly Drawn[], shade?: number): Promise<string> {
  const { id } = await storeFacePicture(owner, drawn, shade);
  await readPicture(id);
  return id;
}

const faceOf = (mediaId: string) =>
  db.face.findFirstOrThrow({
    where: { mediaId },
    select: { id: true, groupId: true, placedByHand: true },
  });
const groupOf = async (mediaId: string) => (await faceOf(mediaId)).groupId ?? "";
const counts = async () =>
  (await db.faceGroup.findMany({ where: { familyId: owner.familyId }, select: { faceCount: true } }))
    .map(({ faceCount }) => faceCount)
    .toSorted((one, other) => other - one);
const person = async (name: string) =>
  (await db.familyMember.create({ data: { familyId: owner.familyId, name }, select: { id: true } })).id;
const name = (groupId: string, memberId: string | null) =>
  db.$transaction((client) => nameGroup(client, owner.familyId, groupId, memberId));
const move = (faceId: string, groupId: string | null) =>
  db.$transaction((client) => moveFace(client, owner.familyId, faceId, groupId));
const merge = (from: string, into: string) =>
  db.$transaction((client) => mergeGroups(client, owner.familyId, from, into));

/** Splits one person into two groups, as happens when the faces between them are missing. */
async function split(mediaId: string): Promise<string> {
  const face = await db.face.findFirstOrThrow({
    where: { mediaId },
    select: { id: true, descriptor: true },
  });
  const { id } = await db.faceGroup.create({
    data: { familyId: owner.familyId, centroid: face.descriptor },
    select: { id: true },
  });
  await db.face.update({ where: { id: face.id }, data: { groupId: id }, select: { id: true } });
  return id;
}

test("pictures read at the same time make one group for one person", async () => {
  const pictures = await Promise.all(
    Array.from({ length: 6 }, (_, at) => storeFacePicture(owner, ["ama"], 40 + at)),
  );
  await Promise.all(pictures.map(({ id }) => readPicture(id)));
  expect(await counts()).toEqual([6]);
});

test("a second group given the same name is merged into the first", async () => {
  const [one, two] = [await read(["ama"]), await read(["kofi"])];
  const ama = await person("Ama");
  const first = await name(await groupOf(one), ama);
  expect(await name(await groupOf(two), ama)).toEqual(first);
  expect(await counts()).toEqual([2]);
  expect(await name(first.groupId, null)).toEqual(first);
  expect(await db.faceGroup.findUnique({ where: { id: first.groupId }, select: { memberId: true } })).toEqual(
    {
      memberId: null,
    },
  );
});

test("unknown names, and those of another family's people, are refused with their field", async () => {
  const groupId = await groupOf(await read(["ama"]));
  const theirs = await createOwner();
  const stranger = await db.familyMember.findFirstOrThrow({
    where: { familyId: theirs.familyId },
    select: { id: true },
  });
  for (const id of [stranger.id, randomUUID(), "nobody"]) {
    await expect(name(groupId, id)).rejects.toMatchObject({ status: 422, field: "memberId" });
  }
  const foreign = db.$transaction((client) => nameGroup(client, theirs.familyId, groupId, stranger.id));
  await expect(foreign).rejects.toMatchObject({ status: 404 });
});

test("merging keeps the existing name, and the count and centroid cover all faces", async () => {
  const [one, two] = [await read(["ama"]), await read(["kofi"])];
  const ama = await person("Ama");
  const from = await groupOf(one);
  const into = await groupOf(two);
  await name(from, ama);
  expect(await merge(from, into)).toEqual({ groupId: into });
  const [group] = await db.faceGroup.findMany({
    select: { id: true, memberId: true, faceCount: true, centroid: true },
  });
  expect(group).toMatchObject({ id: into, memberId: ama, faceCount: 2 });
  expect(group?.centroid).toHaveLength(512);
  await expect(merge(from, into)).rejects.toMatchObject({ status: 404 });
  expect(await merge(into, into)).toEqual({ groupId: into });
});

test("a face that is moved out gets its own group, and stays there", async () => {
  const [one, two] = [await read(["ama"]), await read(["ama"], 45)];
  const together = await groupOf(one);
  expect(await groupOf(two)).toBe(together);
  const face = await faceOf(two);
  const { groupId } = await move(face.id, null);
  expect(groupId).not.toBe(together);
  expect(await faceOf(two)).toMatchObject({ groupId, placedByHand: true });
  expect(await regroupFamily(owner.familyId)).toBe(0);
  expect(await counts()).toEqual([1, 1]);
  await move(face.id, together);
  expect(await counts()).toEqual([2]);
  await expect(move(randomUUID(), null)).rejects.toMatchObject({ status: 404 });
  await expect(move(face.id, randomUUID())).rejects.toMatchObject({ status: 404 });
});

test("groups that have grown together are merged, and a name takes in the rest", async () => {
  const [one, two] = [await read(["ama"]), await read(["ama"], 45)];
  await read(["kofi"]);
  const apart = await split(two);
  expect(await counts()).toEqual([1, 1, 1]);
  const ama = await person("Ama");
  await name(apart, ama);
  expect(await regroupFamily(owner.familyId)).toBe(1);
  expect(await counts()).toEqual([2, 1]);
  expect(await groupOf(one)).toBe(apart);
});

test("groups that people named differently are never merged", async () => {
  const [one, two] = [await read(["ama"]), await read(["ama"], 45)];
  const apart = await split(two);
  await name(await groupOf(one), await person("Ama"));
  await name(apart, await person("Akua"));
  expect(await regroupFamily(owner.familyId)).toBe(0);
  expect(await counts()).toEqual([1, 1]);
});

test("the same face in a neighbour's album stays in its own group, which nobody in this family can move", async () => {
  const mine = await read(["ama"]);
  const theirs = await createOwner();
  const { familyId } = theirs;
  await db.recognitionSettings.create({ data: { familyId, faces: true }, select: { familyId: true } });
  const picture = await storeFacePicture(theirs, ["ama"]);
  await readPicture(picture.id);
  await db.faceGroup.updateMany({ where: { familyId }, data: { isStale: true } });
  const theirGroups = () => db.faceGroup.findMany({ where: { familyId } });
  const before = await theirGroups();
  const face = await faceOf(picture.id);

  expect(await regroupFamily(owner.familyId)).toBe(0);
  await name(await groupOf(mine), await person("Ama"));
  expect(await regroupFamily(owner.familyId)).toBe(0);
  await expect(move(face.id, null)).rejects.toMatchObject({ status: 404 });
  await expect(move(face.id, await groupOf(mine))).rejects.toMatchObject({ status: 404 });
  expect(await theirGroups()).toEqual(before);
  expect(await faceOf(picture.id)).toEqual(face);
  expect(await counts()).toEqual([1]);
});

test("two people in the same picture stay two, however alike", async () => {
  const picture = await read(["ama"]);
  const { groupId } = await faceOf(picture);
  const faces = await db.face.findMany({ where: { groupId }, select: { descriptor: true } });
  const twin = descriptorBytes(
    normalized(new Float32Array(new Uint8Array(faces[0]?.descriptor ?? []).buffer)),
  );
  const { id } = await db.faceGroup.create({
    data: { familyId: owner.familyId, centroid: twin },
    select: { id: true },
  });
  await db.face.create({
    data: {
      familyId: owner.familyId,
      mediaId: picture,
      groupId: id,
      left: 0.6,
      top: 0.3,
      width: 0.2,
      height: 0.2,
      score: 0.9,
      descriptor: twin,
    },
    select: { id: true },
  });
  expect(await regroupFamily(owner.familyId)).toBe(0);
  expect(await counts()).toEqual([1, 1]);
});
