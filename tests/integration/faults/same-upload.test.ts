import { createHash, randomInt, randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { chunkBytes, chunkOf, completeUpload, initUpload, sendRawChunk } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { faultRounds } from "@/tests/support/fault-rounds";
import { expectInvariants } from "@/tests/support/invariants";
import { clipBytes } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const rounds = faultRounds({ full: 100, few: 8 });
const roundsBetweenLooks = 10;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const acknowledged = new Map<string, string>();

let one: FamilyPerson;
let other: FamilyPerson;
let stranger: FamilyPerson;
beforeAll(async () => {
  one = await createOwner({ tier: "premium" });
  other = await createMember(one.familyId);
  stranger = await createOwner({ tier: "premium" });
});

interface Outcome {
  status: number;
  /** The item that has the bytes. */
  id: string;
}

function outcomeOf(status: number, body: unknown): Outcome {
  const { id, duplicate } = body as { id?: string; duplicate?: { existingId: string } };
  return { status, id: (status === 409 ? duplicate?.existingId : id) ?? "" };
}

async function uploadSingle(person: FamilyPerson, content: Buffer): Promise<Outcome> {
  const fileData = content.toString("base64");
  const json = { fileName: "film.mp4", fileType: "video", year: 2024, month: randomInt(1, 13), fileData };
  const { status, body } = await call("POST", "/api/media", { cookie: person.cookie, json });
  return outcomeOf(status, body);
}

async function uploadChunked(person: FamilyPerson, content: Buffer, uploadId: string): Promise<Outcome> {
  const begun = await initUpload(person, uploadId, content.length);
  expect(begun.status).toBeLessThan(300);
  const indexes = Array.from({ length: begun.body.totalChunks }, (_, index) => index);
  await Promise.all(
    indexes.map(async (index) => {
      const { status } = await sendRawChunk(person, uploadId, index, chunkOf(content, index));
      // 404 if the other client of the same upload has completed it meanwhile.
      expect([200, 404]).toContain(status);
    }),
  );
  const { status, body } = await completeUpload(person, uploadId);
  return outcomeOf(status, body);
}

const film = () => clipBytes(randomInt(1000, 2 * chunkBytes));

async function look(round: number): Promise<void> {
  if (round % roundsBetweenLooks !== 0) return;
  const { orphans } = await expectInvariants({ acknowledged });
  expect(orphans).toEqual([]);
}

test(`the same file from two clients of one family ${rounds} times is one item, and both answers name it`, async () => {
  for (let round = 0; round < rounds; round++) {
    const content = film();
    const uploadId = randomUUID();
    const ways = [
      () => uploadSingle(one, content),
      () => uploadSingle(other, content),
      () => uploadChunked(one, content, uploadId),
      () => uploadChunked(other, content, uploadId),
    ];
    const first = randomInt(ways.length);
    const second = (first + randomInt(1, ways.length)) % ways.length;
    const outcomes = await Promise.all([first, second].map((at) => ways[at]?.() as Promise<Outcome>));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(outcomes[0]?.id).toBe(outcomes[1]?.id);
    expect(await db.media.count({ where: { sha256: sha256(content) } })).toBe(1);
    acknowledged.set(outcomes[0]?.id ?? "", sha256(content));
    await look(round);
  }
  await look(0);
}, 300_000);

test(`one upload from two windows of one person ${rounds} times is one item`, async () => {
  for (let round = 0; round < rounds; round++) {
    const content = film();
    const uploadId = randomUUID();
    const outcomes = await Promise.all([
      uploadChunked(one, content, uploadId),
      uploadChunked(one, content, uploadId),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(outcomes[0]?.id).toBe(outcomes[1]?.id);
    acknowledged.set(outcomes[0]?.id ?? "", sha256(content));
    await look(round);
  }
  await look(0);
}, 300_000);

test(`one upload id from two people ${rounds} times is two uploads, each with its own bytes`, async () => {
  for (let round = 0; round < rounds; round++) {
    const uploadId = `film.mp4 ${round}`;
    const people = [one, round % 2 === 0 ? other : stranger];
    // The same length, so that only their owner tells the chunks apart.
    const bytes = randomInt(1000, 2 * chunkBytes);
    const films = people.map(() => clipBytes(bytes));
    const outcomes = await Promise.all(
      people.map((person, at) => uploadChunked(person, films[at] as Buffer, uploadId)),
    );
    for (const [at, { status, id }] of outcomes.entries()) {
      expect(status).toBe(201);
      acknowledged.set(id, sha256(films[at] as Buffer));
      const row = await db.media.findUniqueOrThrow({
        where: { id },
        select: { familyId: true, uploaderId: true },
      });
      expect(row).toEqual({ familyId: people[at]?.familyId, uploaderId: people[at]?.userId });
    }
    await look(round);
  }
  await look(0);
}, 300_000);
