import type { SimilarCountsDto, SimilarDto } from "@/lib/album/similar/schema";
import { candidatesStatement } from "@/lib/album/similar/server/service";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeMeasuredMedia, turned } from "@/tests/support/measures";
import { distinctLikeness } from "@/tests/support/sorter-items";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const similar = (id: string, as: FamilyPerson | null = owner) =>
  call<SimilarDto>("GET", `/api/media/${id}/similar`, as ? { cookie: as.cookie } : {});
const counts = (json: unknown, as: FamilyPerson | null = owner) =>
  call<SimilarCountsDto & { field?: string }>("POST", "/api/media/similar-counts", {
    ...(as ? { cookie: as.cookie } : {}),
    json,
  });
const idsOf = ({ items }: SimilarDto) => items.map(({ id }) => id);

test("a smaller copy of a picture is found wherever it is filed; the larger one is the one to keep, and the sharper one is named", async () => {
  const likeness = distinctLikeness();
  const large = await storeMeasuredMedia(owner, { likeness, sharpness: 150 });
  const small = await storeMeasuredMedia(
    owner,
    { likeness: turned(likeness, [3, 17, 40]), sharpness: 180 },
    { width: 1600, height: 1200, year: 2025, month: 2, sortAt: new Date("2025-02-01T00:00:00Z") },
  );
  await storeMeasuredMedia(owner, { likeness: turned(likeness, [1, 9, 23, 51]) });
  const member = await createMember(owner.familyId);
  const { status, body } = await similar(small.id, member);
  expect(status).toBe(200);
  expect(idsOf(body)).toEqual([large.id, small.id]);
  expect(body).toMatchObject({ bestId: large.id, sharpestId: small.id });
  expect((await similar(large.id)).body).toEqual((await similar(large.id)).body);
});

test("shots of one burst are similar although people have moved, and the sharpest is the one to keep", async () => {
  const likeness = distinctLikeness();
  const shots = [];
  for (const [at, sharpness] of [90, 210, 140].entries()) {
    const takenAt = new Date(Date.UTC(2024, 6, 3, 10, 0, at * 3));
    const bits = Array.from({ length: at * 4 }, (_, bit) => bit * 5);
    shots.push(
      await storeMeasuredMedia(
        owner,
        { likeness: turned(likeness, bits), sharpness },
        { takenAt, sortAt: takenAt },
      ),
    );
  }
  const later = new Date(Date.UTC(2024, 6, 3, 10, 1, 0));
  await storeMeasuredMedia(
    owner,
    { likeness: turned(likeness, [0, 5, 10, 15]) },
    { takenAt: later, sortAt: later },
  );
  const { body } = await similar(shots[0]?.id ?? "");
  expect(idsOf(body).sort()).toEqual(shots.map(({ id }) => id).sort());
  expect(body).toMatchObject({ bestId: shots[1]?.id, sharpestId: shots[1]?.id });
});

test("trash, other shapes, clips, plain pictures and unmeasured ones match nothing", async () => {
  const likeness = distinctLikeness();
  const one = await storeMeasuredMedia(owner, { likeness });
  await storeMeasuredMedia(owner, { likeness }, { deletedAt: new Date(), deletedById: owner.userId });
  await storeMeasuredMedia(owner, { likeness }, { width: 3000, height: 4000 });
  await storeMeasuredMedia(owner, { likeness }, { mediaType: "video" });
  const waiting = await storeMedia(owner, { hasFiles: false, width: 4000, height: 3000 });
  const plain = await storeMeasuredMedia(owner, { likeness: "0000000000000000" });
  await storeMeasuredMedia(owner, { likeness: "0000000000000000" });
  for (const { id } of [one, waiting, plain])
    expect((await similar(id)).body).toEqual({ items: [], bestId: null, sharpestId: null });
});

test("another family's copy is not found, and its item looks like a missing one", async () => {
  const likeness = distinctLikeness();
  const other = await createOwner();
  const [ours, alsoOurs, theirs] = [
    await storeMeasuredMedia(owner, { likeness }),
    await storeMeasuredMedia(owner, { likeness }),
    await storeMeasuredMedia(other, { likeness }),
  ];
  expect(idsOf((await similar(ours.id)).body).sort()).toEqual([ours.id, alsoOurs.id].sort());
  expect((await similar(theirs.id, other)).status).toBe(200);
  const foreign = await similar(theirs.id);
  const missing = await similar("01900000-0000-7000-8000-000000000000");
  expect([foreign.status, missing.status, (await similar("x")).status]).toEqual([404, 404, 404]);
  expect(Object.keys(foreign.body)).toEqual(Object.keys(missing.body));
  expect((await similar(ours.id, null)).status).toBe(401);
});

test("a page of results shows how many are similar to each, and nothing of another family's", async () => {
  const likeness = distinctLikeness();
  const [one, two] = [
    await storeMeasuredMedia(owner, { likeness }),
    await storeMeasuredMedia(owner, { likeness }),
  ];
  const alone = await storeMeasuredMedia(owner);
  const theirs = await createOwner();
  const [foreign] = [
    await storeMeasuredMedia(theirs, { likeness }),
    await storeMeasuredMedia(theirs, { likeness }),
  ];
  const ids = [one.id, alone.id, foreign.id];
  const { status, body } = await counts({ ids });
  expect(status).toBe(200);
  expect(body.similar).toEqual([{ id: one.id, bestId: expect.any(String), count: 1 }]);
  expect([one.id, two.id]).toContain(body.similar[0]?.bestId);
  expect((await counts({ ids })).body).toEqual(body);
  expect((await counts({ ids: [foreign.id] }, theirs)).body.similar).toHaveLength(1);
  expect((await counts({ ids }, null)).status).toBe(401);
});

test.each([
  [{}, "ids"],
  [{ ids: [] }, "ids"],
  [{ ids: ["x"] }, "ids.0"],
  [{ ids: Array.from({ length: 201 }, () => "01900000-0000-7000-8000-000000000000") }, "ids"],
  [{ ids: [{ contains: "" }] }, "ids.0"],
])("%j is refused with its field", async (json, field) => {
  expect(await counts(json)).toMatchObject({ status: 400, body: { field } });
});

test("copies are looked up by their bits, however large the album: no row is scanned one by one", async () => {
  await db.$executeRaw`
    INSERT INTO "Media" (id, "familyId", "fileName", "mediaType", "mimeType", year, month, "sortAt", "takenAt",
      "storagePath", sha256, bytes, width, height, derivatives)
    SELECT gen_random_uuid(), ${owner.familyId}::uuid, 'a.jpg', 'image', 'image/jpeg', 2022 + n % 4, 1 + n % 12,
      timestamp '2024-01-01' + n * interval '1 minute', timestamp '2024-01-01' + n * interval '1 minute',
      'k' || n, lpad(to_hex(n), 64, '0'), 1000, 4000, 3000, 'ready'
    FROM generate_series(1, 20000) n`;
  await db.$executeRaw`
    INSERT INTO "MediaMeasures" ("mediaId", "familyId", "queuedAt", "differenceHash")
    SELECT id, "familyId", NULL, (random() * 9e18)::bigint FROM "Media"`;
  await db.$executeRaw`ANALYZE "Media"`;
  await db.$executeRaw`ANALYZE "MediaMeasures"`;
  const [one] = await db.media.findMany({ select: { id: true }, take: 1 });
  const plan = await db.$queryRaw<{ "QUERY PLAN": string }[]>(
    Prisma.sql`EXPLAIN ${candidatesStatement(owner.familyId, [one?.id ?? ""])}`,
  );
  const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
  for (const quarter of ["first", "second", "third", "fourth"])
    expect(text).toContain(`MediaMeasures_${quarter}_bits_idx`);
  expect(text).not.toContain("Seq Scan");
});

test("however many copies and bursts a neighbour has, our own are found among them", async () => {
  const takenAt = new Date(Date.UTC(2024, 6, 3, 10));
  // In whichever order the rows are scanned, the neighbour's come first.
  const [other, asker] = [await createOwner(), await createOwner()];
  const likeness = distinctLikeness();
  const shot = distinctLikeness();
  const theirs = await storeMeasuredMedia(other, { likeness }, { takenAt, sortAt: takenAt });
  await db.$executeRaw`
    INSERT INTO "Media" (id, "familyId", "fileName", "mediaType", "mimeType", year, month, "sortAt", "takenAt",
      "storagePath", sha256, bytes, width, height, derivatives)
    SELECT gen_random_uuid(), ${other.familyId}::uuid, 'a.jpg', 'image', 'image/jpeg', 2024, 7, m."sortAt",
      m."takenAt", 'k' || n, lpad(to_hex(n), 64, '0'), 1000, 4000, 3000, 'ready'
    FROM "Media" m, generate_series(1, 500) n WHERE m.id = ${theirs.id}::uuid`;
  await db.$executeRaw`
    INSERT INTO "MediaMeasures" ("mediaId", "familyId", "queuedAt", "differenceHash")
    SELECT m.id, m."familyId", NULL, x."differenceHash" FROM "Media" m, "MediaMeasures" x
    WHERE x."mediaId" = ${theirs.id}::uuid AND m.id <> ${theirs.id}::uuid`;
  const copies = [
    await storeMeasuredMedia(asker, { likeness }),
    await storeMeasuredMedia(asker, { likeness }),
  ];
  const burst = [
    await storeMeasuredMedia(asker, { likeness: shot }, { takenAt, sortAt: takenAt }),
    await storeMeasuredMedia(
      asker,
      { likeness: turned(shot, [3, 17, 29, 40, 51]) },
      { takenAt, sortAt: takenAt },
    ),
  ];
  for (const pair of [copies, burst]) {
    const ids = pair.map(({ id }) => id).sort();
    expect(idsOf((await similar(ids[0] ?? "", asker)).body).sort()).toEqual(ids);
  }
});

test("if asked together with another family's picture, the answer is the same as without it", async () => {
  const likeness = distinctLikeness();
  const at = (seconds: number) => {
    const takenAt = new Date(Date.UTC(2024, 6, 3, 10, 0, seconds));
    return { takenAt, sortAt: takenAt };
  };
  const shots = [];
  for (let index = 0; index <= 8; index++) {
    const bits = index === 0 ? [] : [0, 1, 2, 3].map((bit) => index * 7 + bit);
    shots.push(await storeMeasuredMedia(owner, { likeness: turned(likeness, bits) }, at(index * 4)));
  }
  const theirs = await storeMeasuredMedia(await createOwner(), { likeness }, at(10));
  const first = shots[0]?.id ?? "";
  const alone = (await counts({ ids: [first] })).body.similar;
  expect(alone).toMatchObject([{ id: first, count: expect.any(Number) }]);
  expect((await counts({ ids: [first, theirs.id] })).body.similar).toEqual(alone);
});
