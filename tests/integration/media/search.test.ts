import type { MediaItemDto, SearchPart } from "@/lib/album/media/schema";
import { hitsOf, maxSortedHits } from "@/lib/album/media/server/search-hits";
import { listNames } from "@/lib/album/media/server/search-people-service";
import { interpretSearch } from "@/lib/album/media/server/search-reading";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { dayInZone } from "@/lib/shared/day-in-zone";
import { dayMs } from "@/lib/shared/units";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { storeFamilyMember, storeGroup, switchRecognition } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let graceId: string;
beforeEach(async () => {
  owner = await createOwner();
  graceId = await storeFamilyMember(owner.familyId, "Grace Okafor", "Grandma");
});

interface Kept {
  /** YYYY-MM-DD: the month it is filed under, and its day in that month. */
  day?: string;
  isVideo?: boolean;
  on?: string[];
}

async function keep(description: string, { day = "2024-07-01", isVideo = false, on = [] }: Kept = {}) {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const { id } = await storeMedia(owner, {
    hasFiles: false,
    description,
    year,
    month,
    sortAt: new Date(`${day}T12:00:00Z`),
    mediaType: isVideo ? "video" : "image",
  });
  const rows = on.map((memberId) => ({ mediaId: id, memberId, familyId: owner.familyId }));
  await db.mediaTag.createMany({ data: rows });
  return id;
}

const search = (values: Record<string, string>, as = owner) =>
  call<MediaItemDto[]>("GET", `/api/media/search?${new URLSearchParams(values)}`, { cookie: as.cookie });
const found = async (q: string, plain = "", as = owner) =>
  (await search({ q, ...(plain ? { plain } : {}) }, as)).body.map(({ description }) => description);
async function understood(q: string, plain?: string): Promise<SearchPart[]> {
  const { headers } = await search({ q, ...(plain ? { plain } : {}) });
  return JSON.parse(decodeURIComponent(headers.get("x-search-understood") ?? "[]"));
}

describe("a date", () => {
  test("finds what is filed in the month, year or season or on the day, latest first", async () => {
    await keep("a", { day: "2024-05-12" });
    await keep("b", { day: "2024-05-13" });
    await keep("c", { day: "2024-06-30" });
    await keep("d", { day: "2024-09-01" });
    await keep("e", { day: "2025-05-12" });
    await keep("f", { day: "2024-12-25" });
    await keep("g", { day: "2024-12-27" });
    await keep("h", { day: "2025-02-28" });
    expect(await found("May 2024")).toEqual(["b", "a"]);
    expect(await found("2024-05")).toEqual(["b", "a"]);
    expect(await found("12 May 2024")).toEqual(["a"]);
    expect(await found("12 May")).toEqual(["e", "a"]);
    expect(await found("may")).toEqual(["e", "b", "a"]);
    expect(await found("2025")).toEqual(["e", "h"]);
    expect(await found("summer 2024")).toEqual(["c"]);
    expect(await found("winter 2024")).toEqual(["h", "g", "f"]);
    expect(await found("Christmas 2024")).toEqual(["f"]);
    expect(await found("June 2023")).toEqual([]);
  });

  test("relative to today is read by the person's own clock", async () => {
    // Their dates always differ, and so at least one of them isn't the date in UTC.
    for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await db.media.deleteMany({ where: { familyId: owner.familyId } });
      const { status } = await call("PUT", "/api/user-settings", {
        cookie: owner.cookie,
        json: { timeZone },
      });
      expect(status).toBe(200);
      const today = new Date(dayInZone(new Date(), timeZone));
      for (const [description, days] of Object.entries({ "a day later": 1, now: 0, "a day ago": -1 })) {
        const day = new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);
        await keep(description, { day });
      }
      expect([timeZone, await found("today")]).toEqual([timeZone, ["now"]]);
      expect([timeZone, await found("yesterday")]).toEqual([timeZone, ["a day ago"]]);
    }
  });

  test("works beside words, and never hides what is written", async () => {
    await keep("beach", { day: "2024-06-02" });
    await keep("garden", { day: "2024-06-03" });
    await keep("our beach in June 2024, scanned", { day: "2023-01-01" });
    await keep("Christmas pudding", { day: "2024-11-20" });
    expect(await found("beach in June 2024")).toEqual(["beach", "our beach in June 2024, scanned"]);
    expect(await found("Christmas 2024")).toEqual(["Christmas pudding"]);
    expect(await found("may")).toEqual([]);
    await keep("maybe tomorrow");
    expect(await found("may")).toEqual(["maybe tomorrow"]);
  });
});

test("photos and videos are told apart, alone and combined with people and dates", async () => {
  await keep("clip 1", { day: "2026-06-01", isVideo: true, on: [graceId] });
  await keep("clip 2", { day: "2026-06-02", isVideo: true });
  await keep("clip 3", { day: "2025-06-03", isVideo: true, on: [graceId] });
  await keep("still 1", { day: "2026-06-04", on: [graceId] });
  await keep("still 2", { day: "2024-01-01" });
  expect(await found("videos")).toEqual(["clip 2", "clip 1", "clip 3"]);
  expect(await found("photos")).toEqual(["still 1", "still 2"]);
  expect(await found("photos and videos")).toHaveLength(5);
  expect(await found("videos of Grandma")).toEqual(["clip 1", "clip 3"]);
  expect(await found("Grandma's videos, June 2026")).toEqual(["clip 1"]);
  expect(await found("videos of Grandma in June 2026")).toEqual(["clip 1"]);
  expect(await understood("videos of Grandma in June 2026")).toEqual([
    { kind: "type", label: "Videos", text: "videos", start: 0, end: 6 },
    { kind: "person", label: "Grandma", text: "Grandma", start: 10, end: 17 },
    { kind: "date", label: "June 2026", text: "June 2026", start: 21, end: 30 },
  ]);
});

test("a part that is taken back is a plain word", async () => {
  await keep("a day in June", { day: "2024-08-01" });
  await keep("b", { day: "2024-06-01" });
  await keep("c, with Grandma");
  await keep("d", { on: [graceId] });
  expect(await found("june")).toEqual(["a day in June", "b"]);
  expect(await found("june", "date:june")).toEqual(["a day in June"]);
  expect(await understood("june", "date:june")).toEqual([]);
  expect((await found("grandma")).sort()).toEqual(["c, with Grandma", "d"]);
  expect(await found("grandma", "person:grandma")).toEqual(["c, with Grandma"]);
  expect((await search({ q: "june", plain: "x".repeat(401) })).status).toBe(400);
});

test("a person called June is found beside the month", async () => {
  const juneId = await storeFamilyMember(owner.familyId, "June Okafor");
  await keep("June herself", { day: "2024-03-01", on: [juneId] });
  await keep("her clip", { day: "2024-02-01", on: [juneId], isVideo: true });
  await keep("in the month", { day: "2024-06-01" });
  expect(await found("June")).toEqual(["in the month", "June herself", "her clip"]);
  expect(await found("videos of June")).toEqual(["her clip"]);
  expect(await found("June 2024")).toEqual(["in the month", "June herself", "her clip"]);
  expect(await found("June 2024", "person:june")).toEqual(["in the month"]);
});

describe("a recognized face", () => {
  test("counts as that person's picture while the family has face recognition on, and only under their name", async () => {
    const [seen, other] = [await keep("seen"), await keep("other")];
    await storeGroup(owner, { memberId: graceId, mediaIds: [seen] });
    await storeGroup(owner, { mediaIds: [other] });
    expect(await found("grandma")).toEqual([]);
    await switchRecognition(owner.familyId, { faces: true, labels: false });
    expect(await found("grandma")).toEqual(["seen"]);
    expect(await found("grandma in July 2024")).toEqual(["seen"]);
    expect(await found("grandma", "person:grandma")).toEqual([]);
    const member = await createMember(owner.familyId, "member", { isChild: true });
    expect(await found("grandma", "", member)).toEqual(["seen"]);
    await db.familyMember.update({
      where: { id: graceId },
      data: { neverRecognize: true },
      select: { id: true },
    });
    expect(await found("grandma")).toEqual([]);
  });
});

test("dates, types and people find nothing from another family, and nothing in the trash", async () => {
  const id = await keep("ours", { day: "2026-06-01", isVideo: true, on: [graceId] });
  await storeGroup(owner, { memberId: graceId, mediaIds: [id] });
  await switchRecognition(owner.familyId, { faces: true, labels: false });
  const stranger = await createOwner({ name: "The others" });
  const theirGrandma = await storeFamilyMember(stranger.familyId, "Grandma");
  await storeGroup(stranger, { memberId: theirGrandma, faces: 1 });
  const all = [
    "videos",
    "June 2026",
    "2026",
    "June",
    "1 June 2026",
    "videos of Grandma in June 2026",
    "grandma",
  ];
  for (const q of all) {
    expect([q, await found(q, "", stranger)]).toEqual([q, []]);
    expect([q, await found(q)]).toEqual([q, ["ours"]]);
  }
  await db.media.update({ where: { id }, data: { deletedAt: new Date() }, select: { id: true } });
  for (const q of all) expect([q, await found(q)]).toEqual([q, []]);
});

test("a name is found whatever punctuation follows it, and so are the words as they are written", async () => {
  const kofiId = await storeFamilyMember(owner.familyId, "Kofi Okafor");
  await keep("a", { on: [graceId, kofiId] });
  await keep("b: a birthday", { on: [graceId] });
  await keep("Is this Grandma?");
  expect(await found("Grandma, Kofi")).toEqual(["a"]);
  expect(await found("Grandma's birthday")).toEqual(["b: a birthday"]);
  expect(await found("Kofi’s")).toEqual(["a"]);
  expect((await found("Grandma?")).sort()).toEqual(["Is this Grandma?", "a", "b: a birthday"]);
  expect(await found("Grandma?", "person:grandma")).toEqual(["Is this Grandma?"]);
});

test("a name with an apostrophe is found with a straight and a typographic one", async () => {
  const siobhanId = await storeFamilyMember(owner.familyId, "Siobhan O’Brien");
  await keep("a", { on: [siobhanId] });
  for (const q of ["O’Brien", "O'Brien", "Siobhan O’Brien", "O’Brien's"]) {
    expect([q, await found(q)]).toEqual([q, ["a"]]);
  }
});

test.each([
  ["İstanbul'da yaz", ["İstanbul'da yaz", "istanbul", "İSTANBUL YAZ", "photos İstanbul"]],
  ["ΤΟ ΦΩΣ ΜΑΣ", ["ΤΟ ΦΩΣ ΜΑΣ", "φως μας", "Φως", "φωσ"]],
  ["το φως μας", ["ΤΟ ΦΩΣ", "φως", "φω"]],
])("%s is found as it is written and in other capitals", async (description, searches) => {
  await keep(description);
  await keep("something else");
  for (const q of searches) expect([q, await found(q)]).toEqual([q, [description]]);
});

test("names that only a neighbour family has are plain words here, and can't be chosen", async () => {
  const stranger = await createOwner({ name: "The others" });
  await storeFamilyMember(stranger.familyId, "Zebedee Lind", "Zeb");
  await keep("Zebedee was here");
  expect(await found("Zebedee")).toEqual(["Zebedee was here"]);
  expect(await understood("Zebedee")).toEqual([]);
  const named = await call<unknown[]>("GET", "/api/people/named?q=zebedee", { cookie: owner.cookie });
  expect([named.status, named.body]).toEqual([200, []]);
});

test("with a hashtag finds only what has it", async () => {
  for (const description of ["#sea", "no tag"]) {
    const { id } = await storeMedia(owner, { hasFiles: false, year: 2024, month: 6 });
    await call("PATCH", `/api/media/${id}`, { cookie: owner.cookie, json: { description } });
  }
  expect((await search({ q: "June 2024", tag: "sea" })).body.map(({ description }) => description)).toEqual([
    "#sea",
  ]);
});

test("if there are more hits than can be sorted, those for the words are mixed with those for the date", async () => {
  await db.$executeRaw`
    INSERT INTO "Media" (id, "familyId", "fileName", "mediaType", "mimeType", year, month, description,
      "sortAt", "storagePath", sha256, bytes)
    SELECT gen_random_uuid(), ${owner.familyId}::uuid, 'a.jpg', 'image', 'image/jpeg', 2023, 1 + n % 12, '',
      make_timestamp(2023, 1 + n % 12, 1, 0, 0, 0) + n * interval '1 minute', 'none', md5(n::text) || md5(n::text), 1
    FROM generate_series(1, ${maxSortedHits + 100}::int) n`;
  await keep("written in 2023", { day: "2025-01-01" });
  const answer = await search({ q: "2023", limit: "3" });
  expect(answer.headers.get("x-total-count")).toBe("1000");
  expect(answer.headers.get("x-total-more")).toBe("true");
  expect(answer.body.map(({ year, month }) => [year, month])).toEqual([
    [2025, 1],
    [2023, 12],
    [2023, 12],
  ]);
  const seen = new Set<string>();
  for (let offset = 0; offset < 3500; offset += 200) {
    const { body } = await search({ q: "2023", limit: "200", offset: String(offset) });
    for (const { id } of body) seen.add(id);
  }
  expect(seen.size).toBe(maxSortedHits + 101);
});

describe("the hits are found through one of the family's indexes", () => {
  beforeEach(async () => {
    await db.$executeRaw`
      INSERT INTO "Media" (id, "familyId", "fileName", "mediaType", "mimeType", year, month, description,
        "sortAt", "storagePath", sha256, bytes)
      SELECT gen_random_uuid(), ${owner.familyId}::uuid, 'a.jpg',
        (CASE WHEN n % 100 = 0 THEN 'video' ELSE 'image' END)::"MediaType", 'image/jpeg', 2022 + n % 5, 1 + n % 12, '',
        now(), 'none', md5(n::text) || md5(n::text), 1
      FROM generate_series(1, 2000) n`;
    await db.$executeRaw`ANALYZE "Media"`;
  });

  test.each([
    ["videos", "Media_videos_idx"],
    ["photos", "Media_familyId_year_month_sortAt_id_idx"],
    ["June 2026", "Media_familyId_year_month_sortAt_id_idx"],
    ["2023", "Media_familyId_year_month_sortAt_id_idx"],
    ["12 May 2024", "Media_familyId_year_month_sortAt_id_idx"],
    ["june", "Media_familyId_year_month_sortAt_id_idx"],
    ["videos of Grandma in June 2026", "MediaTag_"],
  ])("for %s", async (q, index) => {
    const actor = (await actorFromCookies(owner.cookie, false)) as MemberActor;
    const people = await listNames(actor);
    const [reading] = interpretSearch(q, {
      people,
      plain: [],
      today: new Date("2026-11-23"),
      firstYear: 2022,
    }).readings;
    if (!reading) throw new Error("nothing understood");
    const { tables, places } = hitsOf(reading, {
      actor,
      name: "hits",
      tagConditions: [],
      groupsOf: () => [],
    });
    const plan = await db.$transaction(async (client) => {
      await client.$executeRaw`SET LOCAL enable_seqscan = off`;
      // With so few rows, sorting is as cheap as reading them in order.
      await client.$executeRaw`SET LOCAL enable_sort = off`;
      return client.$queryRaw<
        { "QUERY PLAN": string }[]
      >`EXPLAIN WITH ${tables} SELECT * FROM (${places}) hits`;
    });
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).toContain(index);
    expect(text).not.toMatch(/Seq Scan on "(Media|MediaTag)"/);
  });
});
