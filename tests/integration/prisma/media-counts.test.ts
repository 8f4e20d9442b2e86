import { randomUUID } from "node:crypto";
import { wordCondition } from "@/lib/album/media/server/search-hits";
import { db, type Prisma } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";

withTestDatabase();

async function createFamily(name = "The Okafors"): Promise<string> {
  const { id } = await db.family.create({ data: { name }, select: { id: true } });
  return id;
}

function mediaRow(familyId: string, values: Partial<Prisma.MediaCreateManyInput> = {}) {
  return {
    familyId,
    fileName: "beach.jpg",
    mediaType: "image" as const,
    mimeType: "image/jpeg",
    year: 2024,
    month: 7,
    sortAt: new Date("2024-07-01T12:00:00Z"),
    storagePath: randomUUID(),
    sha256: randomUUID().replaceAll("-", "").repeat(2),
    bytes: 100,
    ...values,
  };
}

async function createMedia(
  familyId: string,
  values: Partial<Prisma.MediaCreateManyInput> = {},
): Promise<string> {
  const { id } = await db.media.create({ data: mediaRow(familyId, values), select: { id: true } });
  return id;
}

async function counts(familyId: string) {
  const months = await db.mediaMonth.findMany({
    where: { familyId },
    select: { year: true, month: true, itemCount: true },
    orderBy: [{ year: "asc" }, { month: "asc" }],
  });
  const family = await db.family.findUniqueOrThrow({
    where: { id: familyId },
    select: { storageBytes: true },
  });
  return {
    months: months.map(({ year, month, itemCount }) => `${year}-${month}: ${itemCount}`),
    bytes: Number(family.storageBytes),
  };
}

test("an added item is counted in its month, and its bytes in its family", async () => {
  const familyId = await createFamily();
  const otherFamilyId = await createFamily("The others");
  await createMedia(familyId);
  await createMedia(familyId, { bytes: 50 });
  await createMedia(familyId, { year: 2025, month: 1 });
  expect(await counts(familyId)).toEqual({ months: ["2024-7: 2", "2025-1: 1"], bytes: 250 });
  expect(await counts(otherFamilyId)).toEqual({ months: [], bytes: 0 });
});

test("one statement that adds many items to many months counts each", async () => {
  const familyId = await createFamily();
  const months = Array.from({ length: 240 }, (_, index) => (index % 12) + 1);
  await db.media.createMany({ data: months.map((month) => mediaRow(familyId, { month })) });
  const { months: counted, bytes } = await counts(familyId);
  expect(counted).toEqual(Array.from({ length: 12 }, (_, index) => `2024-${index + 1}: 20`));
  expect(bytes).toBe(24_000);
});

test("a moved item leaves its month, which is removed if it was the last", async () => {
  const familyId = await createFamily();
  const id = await createMedia(familyId);
  await db.media.update({ where: { id }, data: { year: 2023, month: 12 }, select: { id: true } });
  expect(await counts(familyId)).toEqual({ months: ["2023-12: 1"], bytes: 100 });
});

test("the trash isn't counted in the month but takes storage until it is emptied", async () => {
  const familyId = await createFamily();
  const id = await createMedia(familyId);
  await createMedia(familyId, { bytes: 7 });

  await db.media.update({ where: { id }, data: { deletedAt: new Date() }, select: { id: true } });
  expect(await counts(familyId)).toEqual({ months: ["2024-7: 1"], bytes: 107 });

  await db.media.update({ where: { id }, data: { month: 8 }, select: { id: true } });
  expect(await counts(familyId)).toEqual({ months: ["2024-7: 1"], bytes: 107 });

  await db.media.update({ where: { id }, data: { deletedAt: null }, select: { id: true } });
  expect(await counts(familyId)).toEqual({ months: ["2024-7: 1", "2024-8: 1"], bytes: 107 });

  await db.media.update({ where: { id }, data: { deletedAt: new Date() }, select: { id: true } });
  await db.media.delete({ where: { id }, select: { id: true } });
  expect(await counts(familyId)).toEqual({ months: ["2024-7: 1"], bytes: 7 });
});

test("a change that affects no counter leaves them alone", async () => {
  const familyId = await createFamily();
  const id = await createMedia(familyId);
  await db.media.update({
    where: { id },
    data: { description: "At the sea", featured: true },
    select: { id: true },
  });
  expect(await counts(familyId)).toEqual({ months: ["2024-7: 1"], bytes: 100 });
});

test("an undone transaction undoes the counts", async () => {
  const familyId = await createFamily();
  const failing = db.$transaction(async (client) => {
    await client.media.create({ data: mediaRow(familyId), select: { id: true } });
    throw new Error("undone");
  });
  await expect(failing).rejects.toThrow("undone");
  expect(await counts(familyId)).toEqual({ months: [], bytes: 0 });
});

test("items added and moved at the same moment are all counted, without a deadlock", async () => {
  const familyId = await createFamily();
  const ids = await Promise.all(
    Array.from({ length: 24 }, (_, index) => createMedia(familyId, { month: (index % 2) + 1 })),
  );
  await Promise.all(
    ids.map((id, index) =>
      db.media.update({ where: { id }, data: { month: index % 2 === 0 ? 2 : 1 }, select: { id: true } }),
    ),
  );
  expect(await counts(familyId)).toEqual({ months: ["2024-1: 12", "2024-2: 12"], bytes: 2_400 });
});

test("transactions that touch months in opposite order wait for each other", async () => {
  const familyId = await createFamily();
  const addIn = (months: number[]) =>
    db.$transaction(async (client) => {
      for (const month of months)
        await client.media.create({ data: mediaRow(familyId, { month }), select: { id: true } });
    });
  await Promise.all(Array.from({ length: 8 }, (_, index) => addIn(index % 2 === 0 ? [1, 2, 3] : [3, 2, 1])));
  expect(await counts(familyId)).toEqual({ months: ["2024-1: 8", "2024-2: 8", "2024-3: 8"], bytes: 2_400 });
});

test("a family with items and counts can be deleted", async () => {
  const familyId = await createFamily();
  const welcomeMediaId = await createMedia(familyId);
  await createMedia(familyId, { month: 8, deletedAt: new Date() });
  await db.family.update({ where: { id: familyId }, data: { welcomeMediaId }, select: { id: true } });
  await db.family.delete({ where: { id: familyId }, select: { id: true } });
  expect(await db.media.count()).toBe(0);
  expect(await db.mediaMonth.count()).toBe(0);
});

test("the same file is refused in a family, but not in another one or when the first is in the trash", async () => {
  const familyId = await createFamily();
  const sha256 = "a".repeat(64);
  const id = await createMedia(familyId, { sha256 });
  await expect(createMedia(familyId, { sha256 })).rejects.toMatchObject({ code: "P2002" });
  await createMedia(await createFamily("The others"), { sha256 });
  await db.media.update({ where: { id }, data: { deletedAt: new Date() }, select: { id: true } });
  await createMedia(familyId, { sha256 });
  expect(await db.media.count({ where: { familyId, sha256 } })).toBe(2);
});

test("a month has one featured item", async () => {
  const familyId = await createFamily();
  const id = await createMedia(familyId, { featured: true });
  await expect(createMedia(familyId, { featured: true })).rejects.toMatchObject({ code: "P2002" });
  await createMedia(familyId, { featured: true, month: 8 });
  await db.media.update({ where: { id }, data: { deletedAt: new Date() }, select: { id: true } });
  await createMedia(familyId, { featured: true });
});

test.each([
  ["a month -1", { month: -1 }],
  ["a month 13", { month: 13 }],
  ["a year before the first photograph", { year: 1825 }],
  ["a year after the last", { year: 2201 }],
  ["an empty file", { bytes: 0 }],
])("the database refuses %s", async (_, values) => {
  const familyId = await createFamily();
  await expect(createMedia(familyId, values)).rejects.toThrow(/check/i);
  expect(await counts(familyId)).toEqual({ months: [], bytes: 0 });
});

test.each(["birthday", "we", "#sea"])("searching for %s reads an index, not the album", async (word) => {
  const plan = await db.$transaction(async (client) => {
    await client.$executeRaw`SET LOCAL enable_seqscan = off`;
    return client.$queryRaw<{ "QUERY PLAN": string }[]>`
      EXPLAIN SELECT id FROM "Media" m WHERE ${wordCondition(word)}`;
  });
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toMatch(
    /Media_family_search_idx".*\n *Index Cond/,
  );
});
