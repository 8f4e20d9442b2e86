import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { cancelUpload, chunkBytes, completeUpload, initUpload, sendRawChunk } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { expectRefusal } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const mebibyte = 1_048_576;
/** Specification 9.7. */
const freeRoom = 5 * 1024 * mebibyte;

let owner: FamilyPerson;
/** A family on the free plan with this much room left. */
async function familyWithRoom(bytes: number): Promise<void> {
  owner = await createOwner({ storageBytes: BigInt(freeRoom - bytes) });
}
const begin = (bytes: number, person = owner, id: string = randomUUID()) => initUpload(person, id, bytes);

/** Uploads a clip in a chunk and permanently deletes it. */
async function uploadAndErase(content: Buffer, id: string = randomUUID()): Promise<void> {
  expect((await begin(content.length, owner, id)).status).toBe(201);
  await sendRawChunk(owner, id, 0, content);
  const { status, body } = await completeUpload(owner, id);
  expect(status).toBe(201);
  for (const path of [body.id, `trash/${body.id}`]) {
    const answer = await call("DELETE", `/api/media/${path}`, { cookie: owner.cookie });
    expect(answer.status).toBe(204);
  }
}

test("someone who starts five uploads of 100 MB each in a full family gets no room for any", async () => {
  await familyWithRoom(mebibyte);
  for (let upload = 0; upload < 5; upload++) {
    const refused = await begin(100 * mebibyte);
    expectRefusal(refused, 422, "storage_limit");
    expect((refused.body as unknown as { message: string }).message).toBe(
      "Your family's Free storage of 5GB is full. The Family Plan has more room.",
    );
  }
  expect(await db.upload.count()).toBe(0);
});

test("if a whole family starts uploads at once, only as many are accepted as there is room for", async () => {
  await familyWithRoom(250 * mebibyte);
  const others = await Promise.all([createMember(owner.familyId), createMember(owner.familyId)]);
  const people = [owner, ...others];
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, index) => begin(100 * mebibyte, people[index % 3])),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(7).fill(422)]);
});

test("a neighbour family's uploads take none of this one's room", async () => {
  const neighbour = await createOwner();
  expect((await begin(100 * mebibyte, neighbour)).status).toBe(201);
  await familyWithRoom(mebibyte);
  expect((await begin(mebibyte)).status).toBe(201);
});

test("what is being uploaded in chunks leaves no room for another file", async () => {
  await familyWithRoom(mebibyte);
  expect((await begin(mebibyte - 100)).status).toBe(201);
  const picture = await tinyPicture();
  expect(picture.length).toBeGreaterThan(100);
  const json = {
    fileName: "beach.jpg",
    fileType: "image/jpeg",
    fileData: picture.toString("base64"),
    year: 2024,
    month: 7,
  };
  const refused = await call("POST", "/api/media", { cookie: owner.cookie, json });
  expectRefusal(refused, 422, "storage_limit");
});

test("a cancelled or expired upload gives its room back, and a finished one counts once", async () => {
  await familyWithRoom(2 * mebibyte);
  const id = randomUUID();
  expect((await begin(2 * mebibyte, owner, id)).status).toBe(201);
  expect((await begin(1)).status).toBe(422);
  await cancelUpload(owner, id);
  const again = randomUUID();
  expect((await begin(2 * mebibyte, owner, again)).status).toBe(201);
  await db.upload.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });

  const content = clipBytes(2 * chunkBytes);
  const last = randomUUID();
  expect((await begin(content.length, owner, last)).status).toBe(201);
  for (const index of [0, 1]) {
    await sendRawChunk(owner, last, index, content.subarray(index * chunkBytes, (index + 1) * chunkBytes));
  }
  expect((await completeUpload(owner, last)).status).toBe(201);
  const family = await db.family.findUniqueOrThrow({
    where: { id: owner.familyId },
    select: { storageBytes: true },
  });
  expect(Number(family.storageBytes)).toBe(freeRoom);
});

test("erased uploads are no longer open: after five of them, another can begin", async () => {
  await familyWithRoom(mebibyte);
  const id = randomUUID();
  await uploadAndErase(clipBytes(1_000), id);
  for (let upload = 1; upload < 5; upload++) await uploadAndErase(clipBytes(1_000));
  expect((await begin(1_000)).status).toBe(201);
  expectRefusal(await completeUpload(owner, id), 404, "not_found");
});

test("an erased upload gives a full family its room back, once", async () => {
  await familyWithRoom(1_000);
  await uploadAndErase(clipBytes(1_000));
  expect((await begin(1_000)).status).toBe(201);
  expectRefusal(await begin(1), 422, "storage_limit");
});

test("continuing an upload needs no additional room", async () => {
  await familyWithRoom(mebibyte);
  const id = randomUUID();
  expect((await begin(mebibyte, owner, id)).status).toBe(201);
  expect((await begin(mebibyte, owner, id)).status).toBe(200);
});
