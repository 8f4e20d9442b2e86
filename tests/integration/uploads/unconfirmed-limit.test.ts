import { randomUUID } from "node:crypto";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  storeClip,
  storeMedia,
} from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { pretendMailWorks } from "@/tests/support/working-mail";

pretendMailWorks();
withTestDatabase();

const megabyte = 1024 * 1024;

async function stranger(): Promise<FamilyPerson> {
  const { familyId } = await createOwner({ tier: "premium" });
  return createMember(familyId, "member", { emailConfirmedAt: null });
}

/** Puts this many bytes into the album, without files. */
const stored = (owner: FamilyPerson, bytes: number, deletedAt: Date | null = null) =>
  storeMedia(owner, { bytes, hasFiles: false, deletedAt, content: Buffer.from(randomUUID()) });

let pictures = 0;
async function upload({ cookie }: FamilyPerson) {
  const picture = Buffer.concat([await tinyPicture(), Buffer.from(String(++pictures))]);
  const json = {
    fileData: `data:image/jpeg;base64,${picture.toString("base64")}`,
    fileName: "beach.jpg",
    fileType: "image/jpeg",
    year: 2024,
    month: 7,
  };
  return call("POST", "/api/media", { cookie, json });
}

const begin = ({ cookie }: FamilyPerson, bytes: number) =>
  call("POST", "/api/media/chunked-upload/init", {
    cookie,
    json: {
      fileName: "film.mp4",
      fileSize: bytes,
      totalChunks: Math.ceil(bytes / megabyte),
      uploadId: randomUUID(),
      year: 2024,
      month: 7,
    },
  });

const refusal = { status: 422, body: { code: "unconfirmed_storage_limit" } };

test("a stranger who makes up addresses to fill the disk can store 200MB with each, including the trash", async () => {
  const person = await stranger();
  await stored(person, 150 * megabyte);
  await stored(person, 50 * megabyte - 100_000, new Date());
  expect((await upload(person)).status).toBe(201);
  await stored(person, 100_000);
  const answer = await upload(person);
  expect(answer).toMatchObject(refusal);
  expect(answer.body.message).toMatch(/confirm your email address.*200MB.*Open the link/);
  expectErrorBody(answer);
  expect(await db.media.count()).toBe(4);
});

test("the clips of Live Photos count too", async () => {
  const person = await stranger();
  const photo = await stored(person, 100 * megabyte);
  const clip = await storeClip(person, photo.id);
  await db.mediaClip.update({ where: { id: clip.id }, data: { bytes: 100 * megabyte - 100_000 } });
  expect((await upload(person)).status).toBe(201);
  await stored(person, 100_000);
  expect(await upload(person)).toMatchObject(refusal);
});

test("many uploads at once don't get past the limit together", async () => {
  const person = await stranger();
  const size = (await tinyPicture()).length + 3;
  await stored(person, 200 * megabyte - 2 * size);
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(person)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(4);
  const { _sum } = await db.media.aggregate({ where: { uploaderId: person.userId }, _sum: { bytes: true } });
  expect(_sum.bytes).toBeLessThanOrEqual(200 * megabyte);
});

test("chunked uploads count from their start, including open ones", async () => {
  const person = await stranger();
  await stored(person, 60 * megabyte);
  expect((await begin(person, 90 * megabyte)).status).toBe(201);
  const answer = await begin(person, 51 * megabyte);
  expect(answer).toMatchObject(refusal);
  expectErrorBody(answer);
  expect((await begin(person, 50 * megabyte)).status).toBe(201);
});

test("once the address is confirmed, the family's plan is the only limit; a child has no such limit", async () => {
  const person = await stranger();
  const child = await createMember(person.familyId, "member", { isChild: true, emailConfirmedAt: null });
  for (const one of [person, child]) await stored(one, 200 * megabyte);
  expect(await upload(person)).toMatchObject(refusal);
  expect((await upload(child)).status).toBe(201);
  const data = { emailConfirmedAt: new Date() };
  await db.user.update({ where: { id: person.userId }, data, select: { id: true } });
  forgetSessions(() => true);
  expect((await upload(person)).status).toBe(201);
});

test("what others in the family have stored or started doesn't reduce the room", async () => {
  const person = await stranger();
  const relative = await createMember(person.familyId);
  await stored(relative, 200 * megabyte);
  for (let film = 0; film < 2; film++) expect((await begin(relative, 95 * megabyte)).status).toBe(201);
  expect((await upload(person)).status).toBe(201);
  expect((await begin(person, 20 * megabyte)).status).toBe(201);
});
