import type { MediaItemDto } from "@/lib/album/media/schema";
import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { db, directDatabasePool } from "@/lib/db";
import { backupLock } from "@/lib/platform/storage/backup-lock";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { clipBytes, plainPicture } from "@/tests/support/pictures";
import { storeContentReport } from "@/tests/support/report-calls";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let member: FamilyPerson;
let child: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  child = await createMember(owner.familyId, "member", { isChild: true });
});

const as = ({ cookie }: FamilyPerson, json?: unknown) => (json === undefined ? { cookie } : { cookie, json });
const remove = (person: FamilyPerson, id: string) => call("DELETE", `/api/media/${id}`, as(person, {}));
const restore = (person: FamilyPerson, id: string) =>
  call<MediaItemDto>("POST", `/api/media/${id}/restore`, as(person));
const erase = (person: FamilyPerson, id: string): Promise<Answer<unknown>> =>
  call("DELETE", `/api/media/trash/${id}`, as(person));
const keysOf = async (id: string) => (await storedKeys()).filter((key) => key.includes(id));

async function trashed(person: FamilyPerson, values = {}): Promise<string> {
  const { id } = await storeMedia(person, values);
  expect((await remove(owner, id)).status).toBe(204);
  return id;
}

test("an erased photo is gone from rows, counters and disk when the answer arrives, and a clip with everything made from it", async () => {
  for (const values of [{}, { mediaType: "video", content: clipBytes() }]) {
    const id = await trashed(member, values);
    expect((await keysOf(id)).length).toBeGreaterThan(2);
    expect((await erase(member, id)).status).toBe(204);
    expect(await keysOf(id)).toEqual([]);
    expect(await db.media.findUnique({ where: { id }, select: { id: true } })).toBeNull();
    for (const path of ["images/thumbnail", "images/medium", "video/stream", "media"]) {
      expect((await call("GET", `/api/${path}/${id}`, as(owner))).status).toBe(404);
    }
    expect((await call("GET", `/api/media/trash/${id}/thumbnail`, as(owner))).status).toBe(404);
    expect((await call("GET", `/api/media/${id}/download`, as(owner))).status).toBe(404);
    expect((await erase(member, id)).status).toBe(404);
    expect((await restore(member, id)).status).toBe(404);
  }
  const { storageBytes } = await db.family.findUniqueOrThrow({
    where: { id: owner.familyId },
    select: { storageBytes: true },
  });
  expect(Number(storageBytes)).toBe(0);
});

test("nobody can erase what they couldn't restore, or what is still in the album", async () => {
  const mine = await trashed(member);
  const owners = await trashed(owner);
  const inAlbum = (await storeMedia(member)).id;
  const stranger = await createOwner({ name: "The others" });
  const refused: [FamilyPerson, string][] = [
    [member, owners],
    [child, mine],
    [stranger, mine],
    [member, inAlbum],
    [owner, inAlbum],
    [member, "01900000-0000-7000-8000-000000000001"],
    [member, "not-an-id"],
  ];
  for (const [person, id] of refused) {
    const answer = await erase(person, id);
    expect(answer.status).toBe(404);
    expectErrorBody(answer);
  }
  expect(await db.media.count()).toBe(3);
  expect((await erase(owner, mine)).status).toBe(204);
});

test("what is awaiting an admin's decision on a report can't be erased by the person it is about", async () => {
  const report = await storeContentReport(member, { hasFiles: true });
  const { id } = await db.media.findFirstOrThrow({
    where: { contentReports: { some: { id: report } } },
    select: { id: true },
  });
  for (const person of [member, owner]) expect((await erase(person, id)).status).toBe(404);
  expect(await keysOf(id)).not.toEqual([]);
});

test("erased and restored at the same moment, twenty times, it is whole or gone, never half", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const id = await trashed(member);
    const calls = [() => erase(member, id), () => restore(member, id), () => erase(owner, id)];
    const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((send) => send()));
    const erased = answers.filter(({ status }) => status === 204).length;
    expect(erased).toBeLessThanOrEqual(1);
    const row = await db.media.findUnique({ where: { id }, select: { deletedAt: true } });
    expect(row === null).toBe(erased === 1);
    if (row) expect(row.deletedAt).toBeNull();
    expect((await keysOf(id)).length).toBe(row ? 3 : 0);
    outcomes.add(row ? "restored" : "erased");
  }
  expect([...outcomes]).not.toEqual([]);
});

test("a photo erased while its thumbnail is being made leaves nothing behind", async () => {
  const content = await plainPicture();
  const { id } = await storeMedia(member, { content, derivatives: "pending" });
  await remove(member, id);
  const making = deriveMedia(id);
  expect((await erase(member, id)).status).toBe(204);
  await making.catch(() => {});
  expect(await keysOf(id)).toEqual([]);
});

test("while a backup runs, the row goes at once and the files right after the backup", async () => {
  const id = await trashed(member);
  const backup = await directDatabasePool().connect();
  await backup.query("SELECT pg_advisory_lock($1)", [backupLock]);
  try {
    expect((await erase(member, id)).status).toBe(204);
    expect((await keysOf(id)).length).toBe(3);
    expect((await restore(member, id)).status).toBe(404);
  } finally {
    backup.release(true);
  }
  await hurryQueue();
  await workOffQueue();
  expect(await keysOf(id)).toEqual([]);
});
