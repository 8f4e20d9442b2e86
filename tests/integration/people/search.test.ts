import type { FoundPersonDto, MediaItemDto } from "@/lib/album/media/schema";
import { maxCountedHits } from "@/lib/album/media/schema";
import { maxSortedHits } from "@/lib/album/media/server/search-hits";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { storeFamilyMember, storeGroup, switchRecognition } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let graceId: string;
let kofiId: string;

beforeEach(async () => {
  owner = await createOwner();
  graceId = await storeFamilyMember(owner.familyId, "Grace Okafor", "Grandma");
  kofiId = await storeFamilyMember(owner.familyId, "Kofi Okafor");
});

/** An item with these people on it. */
async function keep(description: string, ...memberIds: string[]): Promise<string> {
  const { id } = await storeMedia(owner, { hasFiles: false, description });
  const rows = memberIds.map((memberId) => ({ mediaId: id, memberId, familyId: owner.familyId }));
  await db.mediaTag.createMany({ data: rows });
  return id;
}

const search = (query: string, as = owner) =>
  call<MediaItemDto[]>("GET", `/api/media/search?${new URLSearchParams(query)}`, { cookie: as.cookie });
const found = async (q: string, as = owner) =>
  (await search(`q=${encodeURIComponent(q)}`, as)).body.map(({ description }) => description).sort();
const people = async (q: string, as = owner) =>
  (await call<FoundPersonDto[]>("GET", `/api/people/named?q=${encodeURIComponent(q)}`, { cookie: as.cookie }))
    .body;

describe("a name", () => {
  test("finds pictures that a person is tagged on, beside those that mention them", async () => {
    await keep("on the beach", graceId);
    await keep("Grandma's garden");
    await keep("nobody here");
    expect(await found("grandma")).toEqual(["Grandma's garden", "on the beach"]);
    expect(await found("GRACE")).toEqual(["on the beach"]);
    expect(await found("gr")).toEqual(["Grandma's garden", "on the beach"]);
    expect(await found("g")).toEqual(["Grandma's garden"]);
  });

  test("combines with other words and names, each in the text or on the picture", async () => {
    await keep("beach with Kofi", graceId);
    await keep("beach", graceId, kofiId);
    await keep("garden", graceId, kofiId);
    await keep("beach", kofiId);
    expect(await found("grandma beach")).toEqual(["beach", "beach with Kofi"]);
    expect(await found("grandma kofi")).toEqual(["beach", "beach with Kofi", "garden"]);
    expect(await found("grandma kofi garden")).toEqual(["garden"]);
    expect(await found("okafor")).toHaveLength(4);
    expect(await found("grandma nowhere")).toEqual([]);
  });

  test("counts a picture once, however many of the people are on it, and continues page by page", async () => {
    for (let number = 0; number < 3; number++) await keep(`#${number}`, graceId, kofiId);
    await keep("Okafor house", kofiId);
    const first = await search("q=okafor&limit=2");
    expect([first.body.length, first.headers.get("x-total-count")]).toEqual([2, "4"]);
    const second = await search("q=okafor&limit=2&offset=2");
    expect(new Set([...first.body, ...second.body].map(({ id }) => id)).size).toBe(4);
  });

  test("with a hashtag finds only what has it", async () => {
    const { id } = await storeMedia(owner, { hasFiles: false });
    const json = { description: "#sea" };
    await call("PATCH", `/api/media/${id}`, { cookie: owner.cookie, json });
    await db.mediaTag.create({ data: { mediaId: id, memberId: graceId, familyId: owner.familyId } });
    await keep("elsewhere", graceId);
    expect((await search("q=grandma&tag=sea")).body.map((item) => item.id)).toEqual([id]);
  });

  test.each([maxCountedHits + 2, maxSortedHits + 2])(
    "of %d pictures is counted up to a thousand, and the latest month comes first",
    async (pictures) => {
      await db.$executeRaw`WITH made AS (
        INSERT INTO "Media" (id, "familyId", "fileName", "mediaType", "mimeType", year, month, description,
          "sortAt", "storagePath", sha256, bytes)
        SELECT gen_random_uuid(), ${owner.familyId}::uuid, 'a.jpg', 'image', 'image/jpeg', 2023, 1 + n % 12, '',
          now(), 'none', md5(n::text) || md5(n::text), 1
        FROM generate_series(1, ${pictures}::int) n RETURNING id)
      INSERT INTO "MediaTag" ("mediaId", "memberId", "familyId")
      SELECT id, ${graceId}::uuid, ${owner.familyId}::uuid FROM made`;
      const answer = await search("q=grandma&limit=3");
      expect(answer.headers.get("x-total-count")).toBe(String(maxCountedHits));
      expect(answer.headers.get("x-total-more")).toBe("true");
      expect(answer.body.map(({ month }) => month)).toEqual([12, 12, 12]);
    },
  );

  test("finds the latest pictures first, even if two of thousands of recognised faces are on one of them", async () => {
    const pictures = maxSortedHits + 2;
    const { groupId } = await storeGroup(owner, { memberId: graceId, faces: 0 });
    await switchRecognition(owner.familyId, { faces: true, labels: false });
    await db.$executeRaw`WITH made AS (
      INSERT INTO "Media" (id, "familyId", "fileName", "mediaType", "mimeType", year, month, description,
        "sortAt", "storagePath", sha256, bytes)
      SELECT gen_random_uuid(), ${owner.familyId}::uuid, 'a.jpg', 'image', 'image/jpeg', 2023, 7, n::text,
        timestamp '2023-07-01' + n * interval '1 minute', 'none', md5(n::text) || md5(n::text), 1
      FROM generate_series(1, ${pictures}::int) n RETURNING id, description, "sortAt")
    INSERT INTO "Face" (id, "familyId", "mediaId", "groupId", "left", top, width, height, score, descriptor)
    SELECT gen_random_uuid(), ${owner.familyId}::uuid, made.id, ${groupId}::uuid, 0.1 * n, 0.3, 0.1, 0.1, 0.9, ''
    FROM made, generate_series(1, CASE WHEN description = '1' THEN 2 ELSE 1 END) n ORDER BY made."sortAt"`;
    const answer = await search("q=grandma&limit=3");
    expect(answer.headers.get("x-total-count")).toBe(String(maxCountedHits));
    expect(answer.body.map(({ description }) => Number(description))).toEqual([
      pictures,
      pictures - 1,
      pictures - 2,
    ]);
  });

  test("finds nothing in the trash and nothing from another family", async () => {
    const id = await keep("on the beach", graceId);
    const stranger = await createOwner({ name: "The others" });
    await storeFamilyMember(stranger.familyId, "Grandma");
    expect(await found("grandma", stranger)).toEqual([]);
    expect(await found("grandma")).toHaveLength(1);
    await db.media.update({ where: { id }, data: { deletedAt: new Date() }, select: { id: true } });
    expect(await found("grandma")).toEqual([]);
  });
});

describe("the people offered for a search", () => {
  test("are those whose name starts that way, with a count of their pictures and their face", async () => {
    const trashed = await keep("one", graceId);
    await keep("two", graceId);
    await keep("three", graceId, kofiId);
    await db.media.update({ where: { id: trashed }, data: { deletedAt: new Date() }, select: { id: true } });
    const { faceIds } = await storeGroup(owner, { memberId: graceId, faces: 1 });
    const member = await createMember(owner.familyId);
    expect(await people("grand", member)).toEqual([
      { memberId: graceId, displayName: "Grandma", pictureCount: 2, faceId: faceIds[0] },
    ]);
    expect((await people("Who is Grandma?")).map(({ memberId }) => memberId)).toEqual([graceId]);
    expect((await people("okafor")).map(({ displayName }) => displayName)).toEqual([
      "Grandma",
      "Kofi Okafor",
    ]);
  });

  test("are empty for one letter, a hashtag, nothing, or another family's names", async () => {
    for (const q of ["g", "#grandma", "", " ", "\u0000", "nobody"])
      expect([q, await people(q)]).toEqual([q, []]);
    expect(await people("grandma", await createOwner({ name: "The others" }))).toEqual([]);
  });
});
