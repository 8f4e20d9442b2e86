import pg from "pg";
import type { MediaItemDto, MediaPageDto, TrashItemDto } from "@/lib/album/media/schema";
import { mediaColumns } from "@/lib/album/media/server/dto";
import { purgeTrash } from "@/lib/album/media/server/service";
import { closeDatabase, databasePool, db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { plainPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";
import { partitionFamilies, readFamilyKeys, wholeTables } from "@/tools/lib/partition-families.mjs";

withTestDatabase({ keepsRows: true });
withTestStorage();

const query = async (sql: string) => (await databasePool().query(sql)).rows;

let item: MediaItemDto;
let owner: FamilyPerson;
let member: FamilyPerson;

beforeAll(async () => {
  owner = await createOwner({ tier: "premium" });
  member = await createMember(owner.familyId);
  // Created before the tables are partitioned.
  item = await upload(owner, "a day at the #beach", 40);
  await workOffQueue();
  if (process.env.TEST_PARTITIONED === "on") return;
  await closeDatabase();
  const client = new pg.Client({
    connectionString: process.env.DIRECT_DATABASE_URL ?? process.env.DATABASE_URL,
  });
  await client.connect();
  await partitionFamilies(async (sql) => (await client.query(sql)).rows, { partitions: 4 });
  await client.end();
});

async function upload({ cookie }: FamilyPerson, description: string, width: number): Promise<MediaItemDto> {
  const fileData = (await plainPicture("jpeg", width, 24)).toString("base64");
  const json = { fileName: "a.jpg", fileType: "image", year: 2024, month: 7, description, fileData };
  const answer = await call<MediaItemDto>("POST", "/api/media", { cookie, json });
  expect(answer.status).toBe(201);
  return answer.body;
}

const read = async <T>({ cookie }: FamilyPerson, path: string) => {
  const { status, body } = await call<T>("GET", path, { cookie });
  expect([path, status]).toEqual([path, 200]);
  return body;
};

test("every key of a family's tables, and every reference between them, includes the family", async () => {
  const { tables, unique, references } = await readFamilyKeys(query);
  const some = [
    "Album",
    "AlbumContributor",
    "AlbumItem",
    "Comment",
    "Face",
    "Heart",
    "Media",
    "Notification",
  ];
  expect(tables).toEqual(expect.arrayContaining(some));
  for (const table of Object.keys(wholeTables)) expect(tables).not.toContain(table);
  const nameless = (keys: { name: string; columns: string[] }[]) =>
    keys.filter(({ columns }) => !columns.includes("familyId")).map(({ name }) => name);
  expect(unique.length).toBeGreaterThan(30);
  expect(nameless(unique)).toEqual([]);
  // In the family's own row, the id is the family.
  expect(nameless(references)).toEqual(["Family_welcomeMediaId_fkey"]);
});

test("a list looks for its items' stacks, hearts and names in the family's own partitions only", async () => {
  const { userId, familyId } = owner;
  const plan = await db.$queryRaw<{ "QUERY PLAN": string }[]>`
    EXPLAIN SELECT ${mediaColumns({ userId, familyId })} FROM "Media" m WHERE m."familyId" = ${familyId}::uuid`;
  const parts = plan.flatMap((line) => line["QUERY PLAN"].match(/(?<= on )"?[A-Za-z]+_\d+/g) ?? []);
  expect(parts.length).toBeGreaterThan(2);
  expect(new Set(parts.map((part) => part.split("_").at(-1))).size).toBe(1);
});

test("older and newer items are shown, found, loved and commented on", async () => {
  const [{ count }] = await query(
    `SELECT count(*)::int FROM pg_inherits WHERE inhparent = '"Media"'::regclass`,
  );
  expect(count).toBe(4);
  const later = await upload(member, "the #beach again", 48);
  await workOffQueue();
  const { cookie } = member;
  for (const { id } of [item, later]) {
    expect((await call("POST", "/api/hearts", { cookie, json: { mediaId: id } })).status).toBe(201);
    const json = { text: "Lovely!" };
    expect((await call("POST", `/api/media/${id}/comments`, { cookie, json })).status).toBe(201);
  }
  const month = await read<MediaPageDto>(owner, "/api/media/month/2024/7");
  const sorted = (items: MediaItemDto[]) => items.map(({ id }) => id).sort();
  expect(sorted(month.items)).toEqual([item.id, later.id].sort());
  expect(month.items.map(({ heartCount }) => heartCount)).toEqual([1, 1]);
  const found = await read<MediaItemDto[]>(owner, "/api/media/search?q=beach");
  expect(sorted(found)).toEqual([item.id, later.id].sort());
  expect(await db.mediaMeasures.count()).toBe(2);
});

test("an album of older and newer items is arranged, counted, and follows the trash", async () => {
  const { cookie } = member;
  const ask = <T = { id: string }>(method: string, path: string, json?: object) =>
    call<T>(method, path, { cookie, ...(json ? { json } : {}) });
  const { items } = await read<MediaPageDto>(member, "/api/media/month/2024/7");
  const [first = "", second = ""] = items.map(({ id }) => id);
  const { body: album } = await ask("POST", "/api/albums", { title: "Beaches", order: "hand" });
  const path = `/api/albums/${album.id}`;
  const added = await ask<{ changedIds: string[] }>("POST", `${path}/items`, { mediaIds: [first, second] });
  expect(added.body.changedIds).toHaveLength(2);
  expect((await ask("PUT", `${path}/order`, { mediaIds: [second], beforeId: first })).status).toBe(204);
  expect((await ask("PATCH", path, { coverId: first })).status).toBe(200);
  const shown = async () => (await read<MediaPageDto>(owner, `${path}/items`)).items.map(({ id }) => id);
  expect(await shown()).toEqual([second, first]);
  const mediaIds = { mediaIds: [second] };
  await call("POST", "/api/media/batch/trash", { cookie: owner.cookie, json: mediaIds });
  expect(await shown()).toEqual([first]);
  expect(await read(owner, path)).toMatchObject({ itemCount: 1, cover: { id: first } });
  await call("POST", "/api/media/batch/restore", { cookie: owner.cookie, json: mediaIds });
  expect(await shown()).toEqual([second, first]);
});

test("a copy is refused, and rows that refer to an item are deleted or kept with it as before", async () => {
  const fileData = (await plainPicture("jpeg", 40, 24)).toString("base64");
  const json = { fileName: "b.jpg", fileType: "image", year: 2023, month: 1, fileData };
  const again = await call("POST", "/api/media", { cookie: owner.cookie, json });
  expect([again.status, again.body.code]).toEqual([409, "duplicate_file"]);

  const { cookie } = owner;
  expect((await call("POST", "/api/welcome-image", { cookie, json: { mediaId: item.id } })).status).toBe(200);
  expect((await call("DELETE", `/api/media/${item.id}`, { cookie, json: {} })).status).toBe(204);
  expect((await read<TrashItemDto[]>(owner, "/api/media/trash")).map(({ id }) => id)).toEqual([item.id]);
  await purgeTrash(new Date(Date.now() + 40 * 86_400_000));
  expect(await db.media.count({ where: { id: item.id } })).toBe(0);
  expect(await db.heart.count({ where: { mediaId: item.id } })).toBe(0);
  expect(await db.comment.count({ where: { mediaId: item.id } })).toBe(0);
  expect(await db.albumItem.count({ where: { mediaId: item.id } })).toBe(0);
  const family = await db.family.findUniqueOrThrow({ where: { id: owner.familyId } });
  expect([family.id, family.welcomeMediaId]).toEqual([owner.familyId, null]);
  expect((await read<MediaPageDto>(owner, "/api/media/month/2024/7")).items).toHaveLength(1);
});
