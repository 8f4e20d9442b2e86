import type {
  MediaDetailDto,
  MediaItemDto,
  MediaPageDto,
  TrashItemDto,
  YearCoverDto,
  YearPageDto,
} from "@/lib/album/media/schema";
import { getMonthLinks } from "@/lib/album/media/server/month-links-service";
import { maxSortedHits } from "@/lib/album/media/server/search-hits";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import { databasePool, db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { alsoIn, createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

function get<T>(path: string, as = owner): Promise<Answer<T>> {
  return call<T>("GET", path, { cookie: as.cookie });
}

const keep = (values: Parameters<typeof storeMedia>[1] = {}, as = owner) =>
  storeMedia(as, { hasFiles: false, ...values });

const day = (number: number) => new Date(Date.UTC(2024, 6, number, 12));
const ids = (items: { id: string }[]) => items.map(({ id }) => id);

/** Follows an endless feed to its end. */
async function readAll(path: string, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `&cursor=${cursor}` : "";
    const { status, body }: Answer<MediaPageDto> = await get<MediaPageDto>(`${path}?limit=3${query}`);
    expect(status).toBe(200);
    seen.push(...ids(body.items));
    expect(body.pagination.hasMore).toBe(body.nextCursor !== null);
    cursor = body.nextCursor;
    await between();
  } while (cursor);
  return seen;
}

describe("an endless feed", () => {
  test("shows everything once, newest upload first, even while others upload and add hearts", async () => {
    const kept: string[] = [];
    for (let number = 1; number <= 11; number++) {
      // Three share each timestamp, so the id decides their order.
      kept.push((await keep({ uploadDate: day(Math.ceil(number / 3)) })).id);
    }
    const late = async () => {
      await keep({ uploadDate: new Date() });
      await call("POST", "/api/hearts", { cookie: owner.cookie, json: { mediaId: kept[0] } });
    };
    const seen = await readAll("/api/media", late);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual([...kept].sort());
    const rows = await db.media.findMany({
      where: { id: { in: kept } },
      select: { id: true },
      orderBy: [{ uploadDate: "desc" }, { id: "desc" }],
    });
    expect(seen).toEqual(ids(rows));
  });

  test.each(["/api/media/month/2024/7", "/api/media/year/2024"])("%s is stable too", async (path) => {
    const kept: string[] = [];
    for (let number = 1; number <= 8; number++) {
      const sortAt = day(Math.ceil(number / 2));
      kept.push((await keep({ sortAt, month: 7 })).id);
    }
    const seen = await readAll(path, () => keep({ sortAt: day(28), month: 7 }));
    expect([...seen].sort()).toEqual([...kept].sort());
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("is the same if PostgreSQL is in another time zone", async () => {
    const kept: string[] = [];
    for (let number = 1; number <= 7; number++) kept.push((await keep({ sortAt: day(number) })).id);
    const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
    await databasePool().query(`ALTER DATABASE ${name} SET timezone TO 'Pacific/Kiritimati'`);
    const { closeDatabase } = await import("@/lib/db");
    await closeDatabase();
    try {
      expect(await readAll("/api/media/month/2024/7")).toEqual([...kept].reverse());
      const { body } = await get<MediaPageDto>("/api/media/month/2024/7?limit=1");
      expect(body.items[0]?.uploadDate).toMatch(/Z$/);
    } finally {
      await databasePool().query(`ALTER DATABASE ${name} RESET timezone`);
      await closeDatabase();
    }
  });

  test("of favourites is ordered by when they were hearted, and personal", async () => {
    const kept = [await keep(), await keep(), await keep(), await keep(), await keep()];
    for (const { id } of kept) {
      await call("POST", "/api/hearts", { cookie: owner.cookie, json: { mediaId: id } });
    }
    const trashedId = kept[2]?.id ?? "";
    await call("DELETE", `/api/media/${trashedId}`, { cookie: owner.cookie });
    const expected = ids(kept)
      .filter((id) => id !== trashedId)
      .reverse();
    expect(await readAll("/api/media/favorites")).toEqual(expected);
    const { body } = await get<MediaPageDto>("/api/media/favorites");
    expect(body.pagination).toEqual({ total: 4, limit: 40, offset: 0, hasMore: false });
    const other = await createMember(owner.familyId);
    expect((await get<MediaPageDto>("/api/media/favorites", other)).body.items).toEqual([]);
  });

  test("takes limit and offset as specified", async () => {
    const kept: string[] = [];
    for (let number = 1; number <= 7; number++) kept.unshift((await keep({ sortAt: day(number) })).id);
    const first = (await get<MediaPageDto>("/api/media/month/2024/7")).body;
    expect([ids(first.items), first.pagination]).toEqual([
      kept.slice(0, 5),
      { total: 7, limit: 5, offset: 0, hasMore: true },
    ]);
    const rest = (await get<MediaPageDto>("/api/media/month/2024/7?limit=5&offset=5")).body;
    expect([ids(rest.items), rest.pagination]).toEqual([
      kept.slice(5),
      { total: 7, limit: 5, offset: 5, hasMore: false },
    ]);
    const beyond = (await get<MediaPageDto>("/api/media/month/2024/7?offset=100")).body;
    expect([beyond.items, beyond.pagination.hasMore]).toEqual([[], false]);
    for (const query of ["limit=0", "limit=201", "limit=abc", "offset=-1"]) {
      expect((await get(`/api/media/month/2024/7?${query}`)).status).toBe(400);
    }
  });

  test("GET /api/media/latest is the newest four, or as many as asked for", async () => {
    for (let number = 1; number <= 6; number++)
      await keep({ uploadDate: day(number), fileName: `${number}.jpg` });
    const latest = async (query = "") => (await get<MediaItemDto[]>(`/api/media/latest${query}`)).body;
    expect((await latest()).map(({ fileName }) => fileName)).toEqual(["6.jpg", "5.jpg", "4.jpg", "3.jpg"]);
    expect(await latest("?limit=6")).toHaveLength(6);
  });
});

describe("years and months", () => {
  test("count what is there, follow moves, and leave out the trash", async () => {
    const summer = await keep({ year: 2024, month: 7 });
    await keep({ year: 2024, month: 12 });
    await keep({ year: 2022, month: 10 });
    const years = async () => [
      (await get<number[]>("/api/years")).body,
      (await get<number[]>("/api/media/years")).body,
      (await get<YearCoverDto[]>("/api/year-covers")).body.map(({ year, itemCount }) => [year, itemCount]),
    ];
    expect(await years()).toEqual([
      [2024, 2022],
      [2024, 2022],
      [
        [2024, 2],
        [2022, 1],
      ],
    ]);
    await call("PATCH", `/api/media/${summer.id}`, { cookie: owner.cookie, json: { year: 2023, month: 1 } });
    expect((await years())[2]).toEqual([
      [2024, 1],
      [2023, 1],
      [2022, 1],
    ]);
    await call("DELETE", `/api/media/${summer.id}`, { cookie: owner.cookie });
    expect((await years())[0]).toEqual([2024, 2022]);
    await call("POST", `/api/media/${summer.id}/restore`, { cookie: owner.cookie });
    expect((await years())[0]).toEqual([2024, 2023, 2022]);
  });

  test("a year page runs backwards from its last month, and lists its months with their covers", async () => {
    const july = await keep({ month: 7, sortAt: day(1) });
    const julyNewest = await keep({ month: 7, sortAt: day(2) });
    const may = await keep({ month: 5, sortAt: day(30) });
    await call("POST", `/api/media/${july.id}/featured`, { cookie: owner.cookie, json: { featured: true } });
    const { body } = await get<YearPageDto>("/api/media/year/2024");
    expect(ids(body.items)).toEqual([julyNewest.id, july.id, may.id]);
    expect(body.pagination).toEqual({ total: 3, limit: 20, offset: 0, hasMore: false });
    expect(body.months.map(({ month, itemCount, cover }) => [month, itemCount, cover?.id])).toEqual([
      [5, 1, may.id],
      [7, 2, july.id],
    ]);
    const covers = (await get<YearCoverDto[]>("/api/year-covers")).body;
    expect(covers.map(({ cover }) => cover?.id)).toEqual([july.id]);
  });

  test("without media are empty, and an impossible year is not found", async () => {
    expect((await get<YearPageDto>("/api/media/year/1999")).body).toMatchObject({ items: [], months: [] });
    expect((await get("/api/media/year/99999")).status).toBe(404);
    expect((await get<MediaPageDto>("/api/media/month/2024/13")).body.items).toEqual([]);
    expect((await get("/api/years")).body).toEqual([]);
  });
});

describe("search", () => {
  const search = async (query: string, as = owner) =>
    (await get<MediaItemDto[]>(`/api/media/search?${query}`, as)).body
      .map(({ description }) => description)
      .sort();
  const q = (text: string, as = owner) => search(`q=${encodeURIComponent(text)}`, as);
  const tag = (text: string, as = owner) => search(`tag=${encodeURIComponent(text)}`, as);

  async function describeAll(...descriptions: string[]): Promise<void> {
    for (const description of descriptions) {
      const { id } = await keep();
      const json = { description };
      await call("PATCH", `/api/media/${id}`, { cookie: owner.cookie, json });
    }
  }

  test("finds every word anywhere, in any case and script", async () => {
    await describeAll(
      "Grandma at the Sea",
      "the seaside, with grandma",
      "Größe zählt",
      "海辺のおばあちゃん",
      "ЧЁРНОЕ море",
    );
    expect(await q("GRANDMA sea")).toEqual(["Grandma at the Sea", "the seaside, with grandma"]);
    expect(await q("seas")).toEqual(["the seaside, with grandma"]);
    expect(await q("GRÖSSE")).toEqual([]);
    expect(await q("größe")).toEqual(["Größe zählt"]);
    expect(await q("GRÖß")).toEqual(["Größe zählt"]);
    expect(await q("おばあ")).toEqual(["海辺のおばあちゃん"]);
    expect(await q("чёрное")).toEqual(["ЧЁРНОЕ море"]);
    expect(await q("grandma nowhere")).toEqual([]);
  });

  test("finds one or two letters at the start of a word, or anywhere in scripts without spaces", async () => {
    await describeAll(
      "we swam",
      "a swede",
      "all of\nwe",
      "#wedding",
      "(we two)",
      "a well-being day",
      "家の海",
    );
    expect(await q("we")).toEqual(["#wedding", "(we two)", "a well-being day", "all of\nwe", "we swam"]);
    expect(await q("b")).toEqual(["a well-being day"]);
    expect(await q("#we")).toEqual(["#wedding"]);
    expect(await q("well-being")).toEqual(["a well-being day"]);
    expect(await q("海")).toEqual(["家の海"]);
  });

  test.each([1002, maxSortedHits + 2])(
    "counts a thousand of %d hits, and says if there are more",
    async (pictures) => {
      await db.$executeRaw`INSERT INTO "Media" (id, "familyId", "fileName", "mediaType", "mimeType", year, month, description,
        "sortAt", "storagePath", sha256, bytes)
      SELECT gen_random_uuid(), ${owner.familyId}::uuid, 'a.jpg', 'image', 'image/jpeg', 2024, 7, 'crowd #n' || n,
        now(), 'none', md5(n::text) || md5(n::text), 1 FROM generate_series(1, ${pictures}::int) n`;
      const answer = await get<MediaItemDto[]>("/api/media/search?q=crowd&limit=2&offset=1000");
      const next = await get<MediaItemDto[]>("/api/media/search?q=crowd&limit=1&offset=1001");
      expect(next.body).toEqual(answer.body.slice(1));
      expect([
        answer.body.length,
        answer.headers.get("x-total-count"),
        answer.headers.get("x-total-more"),
      ]).toEqual([2, "1000", "true"]);
      const last = await get<MediaItemDto[]>("/api/media/search?q=crowd%20%23n1002&limit=2");
      expect([last.headers.get("x-total-count"), last.headers.get("x-total-more")]).toEqual(["1", null]);
    },
  );

  test("takes wildcards and quotes literally", async () => {
    await describeAll("100% sure", "100 sure", "a_b", "axb", "back\\slash", 'it\'s "quoted"');
    expect(await q("%")).toEqual(["100% sure"]);
    expect(await q("_")).toEqual(["a_b"]);
    expect(await q("0%")).toEqual(["100% sure"]);
    expect(await q("a_b")).toEqual(["a_b"]);
    expect(await q("\\")).toEqual(["back\\slash"]);
    expect(await q("'s \"q")).toEqual(['it\'s "quoted"']);
  });

  test("finds hashtags whole, with or without #, in any case", async () => {
    await describeAll("#Sea here", "#seaside here", "sea without a tag", "#été");
    expect(await tag("sea")).toEqual(["#Sea here"]);
    expect(await tag("#SEA")).toEqual(["#Sea here"]);
    expect(await tag("ÉTÉ")).toEqual(["#été"]);
    expect(await search("tag=sea&q=here")).toEqual(["#Sea here"]);
    expect(await search("tag=sea&q=nothing")).toEqual([]);
  });

  test("for nothing finds nothing", async () => {
    await describeAll("something");
    for (const query of ["", "q=", "q=%20%20", "tag=", "tag=%23", "q=%00", "tag=%00"]) {
      expect([query, await search(query)]).toEqual([query, []]);
    }
  });

  test("never finds another family's items, nor the trash, and counts its hits", async () => {
    await describeAll("our sea #sea", "our sea again #sea");
    const stranger = await createOwner({ name: "The others" });
    expect([await q("sea", stranger), await tag("sea", stranger)]).toEqual([[], []]);
    const answer = await get<MediaItemDto[]>("/api/media/search?q=sea&limit=1");
    expect([answer.body.length, answer.headers.get("x-total-count")]).toEqual([1, "2"]);
    const second = await get<MediaItemDto[]>("/api/media/search?q=sea&limit=1&offset=1");
    expect(second.body[0]?.id).not.toBe(answer.body[0]?.id);
    await call("DELETE", `/api/media/${answer.body[0]?.id}`, { cookie: owner.cookie });
    expect([(await q("sea")).length, (await tag("sea")).length]).toEqual([1, 1]);
  });
});

describe("hashtags", () => {
  test("are listed by how often and how recently they were used, in this family, outside the trash", async () => {
    const describeAs = async (description: string, uploadDate: Date, as = owner) => {
      const { id } = await keep({ uploadDate }, as);
      await call("PATCH", `/api/media/${id}`, { cookie: as.cookie, json: { description } });
      return id;
    };
    await describeAs("#old #often", day(1));
    await describeAs("#often", day(2));
    const newest = await describeAs("#new #often", day(3));
    const stranger = await createOwner({ name: "The others" });
    await describeAs("#theirs", day(9), stranger);
    const existing = async () =>
      (await get<{ hashtag: string; usageCount: number }[]>("/api/hashtags/existing")).body;
    const recent = async () => (await get<{ hashtags: string[] }>("/api/hashtags/recent")).body.hashtags;
    expect(await existing()).toEqual([
      { hashtag: "#often", usageCount: 3 },
      { hashtag: "#new", usageCount: 1 },
      { hashtag: "#old", usageCount: 1 },
    ]);
    expect(await recent()).toEqual(["#new", "#often", "#old"]);
    await call("DELETE", `/api/media/${newest}`, { cookie: owner.cookie });
    expect([await existing(), await recent()]).toEqual([
      [
        { hashtag: "#often", usageCount: 2 },
        { hashtag: "#old", usageCount: 1 },
      ],
      ["#often", "#old"],
    ]);
    for (let number = 1; number <= 12; number++) await describeAs(`#tag${number}`, day(10 + number));
    expect(await recent()).toHaveLength(8);
  });
});

test("none of the calls finds what is in the trash", async () => {
  const { id } = await keep();
  const heart = { cookie: owner.cookie, json: { mediaId: id } };
  await call("PATCH", `/api/media/${id}`, { cookie: owner.cookie, json: { description: "gone #gone" } });
  await call("POST", "/api/hearts", heart);
  await call("DELETE", `/api/media/${id}`, { cookie: owner.cookie });
  for (const path of [
    "/api/media",
    "/api/media/all",
    "/api/media/latest",
    "/api/media/favorites",
    "/api/media/month/2024/7",
    "/api/media/year/2024",
    "/api/media/search?q=gone",
    "/api/media/search?tag=gone",
    "/api/years",
    "/api/year-covers",
    "/api/hearts/user",
    "/api/hashtags/recent",
    "/api/hashtags/existing",
  ]) {
    expect([path, (await get(path)).bytes.toString()]).toEqual([
      path,
      expect.not.stringMatching(/gone|2024|"id"/),
    ]);
  }
  for (const path of [`/api/media/${id}`, `/api/hearts/${id}/count`, `/api/media/${id}/download`]) {
    expect((await get(path)).status).toBe(404);
  }
  expect((await call("POST", "/api/hearts", heart)).status).toBe(404);
  const trash = (await get<TrashItemDto[]>("/api/media/trash")).body;
  expect(ids(trash)).toEqual([id]);
});

test("one item says who hearted it, by the names their family calls them", async () => {
  const { id } = await keep();
  const member = await createMember(owner.familyId);
  await db.familyMember.updateMany({
    where: { userId: member.userId },
    data: { name: "Ada", nickname: "Addie" },
  });
  for (const { cookie } of [member, owner]) {
    await call("POST", "/api/hearts", { cookie, json: { mediaId: id } });
  }
  const { body } = await get<MediaDetailDto>(`/api/media/${id}`);
  expect(body.heartedBy).toEqual([
    { userId: member.userId, name: "Addie" },
    { userId: owner.userId, name: "Somebody" },
  ]);
  expect([body.heartCount, body.isHearted]).toEqual([2, true]);
});

test("someone in two families uploads and hearts under the name that each family calls them", async () => {
  const elsewhere = await alsoIn(owner, (await createOwner()).familyId);
  for (const [{ userId, familyId }, name] of [
    [owner, "Addie"],
    [elsewhere, "Mrs Okafor"],
  ] as const) {
    await db.familyMember.updateMany({ where: { userId, familyId }, data: { name } });
  }
  const { id } = await keep();
  await call("POST", "/api/hearts", { cookie: owner.cookie, json: { mediaId: id } });
  const { status, body } = await get<MediaDetailDto>(`/api/media/${id}`);
  expect(status).toBe(200);
  expect(body.uploadedBy).toEqual({ id: owner.userId, name: "Addie" });
  expect(body.heartedBy).toEqual([{ userId: owner.userId, name: "Addie" }]);
  expect((await get(`/api/media/${id}`, elsewhere)).status).toBe(404);
});

test("a neighbour's cover of the same month is not ours, and their months don't appear next to ours", async () => {
  const stranger = await createOwner();
  await keep({ month: 6, featured: true }, stranger);
  await keep({ month: 7, featured: true }, stranger);
  await keep({ month: 8 }, stranger);
  const [spring, summer, autumn] = [await keep({ month: 4 }), await keep(), await keep({ month: 10 })];
  const { body } = await get<YearPageDto>("/api/media/year/2024");
  expect(body.months.map(({ month, cover }) => [month, cover?.id])).toEqual([
    [4, spring.id],
    [7, summer.id],
    [10, autumn.id],
  ]);
  const actor = (await actorFromCookies(owner.cookie, false)) as MemberActor;
  expect(await getMonthLinks(actor, { year: 2024, month: 7 })).toEqual({
    previous: { year: 2024, month: 4 },
    next: { year: 2024, month: 10 },
  });
});
