import { randomUUID } from "node:crypto";
import type { MemoryPersonDto, OnThisDayDto } from "@/lib/album/memories/schema";
import { databasePool, db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { storeFamilyMember, storeGroup } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeHearts, storeTaken } from "@/tests/support/memory-calls";

withTestDatabase();

const date = "2026-11-26";

let owner: FamilyPerson;
let member: FamilyPerson;
let child: FamilyPerson;
let stranger: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  child = await createMember(owner.familyId, "member", { isChild: true });
  stranger = await createOwner({ name: "The others" });
});

const ask = <T = Record<string, unknown>>(
  as: FamilyPerson | null,
  method: string,
  path: string,
  json?: unknown,
) => call<T>(method, path, { ...(as ? { cookie: as.cookie } : {}), ...(json === undefined ? {} : { json }) });
const look = (as: FamilyPerson, day = date) => ask<OnThisDayDto>(as, "GET", `/api/on-this-day?date=${day}`);
/** The ids of each year. */
const shown = async (as: FamilyPerson = owner, day = date) =>
  (await look(as, day)).body.years.map(({ year, items }) => [year, ...items.map(({ id }) => id)]);
function expectRefused(answer: Answer<unknown>, status: number): void {
  expectErrorBody(answer);
  expect(answer.status).toBe(status);
}
const hide = (as: FamilyPerson | null, mediaId: string) =>
  ask(as, "POST", "/api/on-this-day/hidden", { mediaId });
const unhide = (as: FamilyPerson | null, id: string) => ask(as, "DELETE", `/api/on-this-day/hidden/${id}`);
const people = async (as: FamilyPerson) =>
  (await ask<MemoryPersonDto[]>(as, "GET", "/api/on-this-day/people")).body;
const hidePerson = (as: FamilyPerson | null, id: string, isHidden: unknown) =>
  ask(as, "PUT", `/api/on-this-day/people/${id}`, { isHidden });
const leaveOut = (as: FamilyPerson | null, id: string, isLeftOut: unknown) =>
  ask(as, "PUT", `/api/on-this-day/people/${id}/rule`, { isLeftOut });
const tag = (mediaId: string, memberId: string, { familyId }: FamilyPerson = owner) =>
  db.mediaTag.create({ data: { mediaId, memberId, familyId }, select: { mediaId: true } });

const heartOf = ({ userId, familyId }: FamilyPerson, mediaId: string) => ({
  text: 'INSERT INTO "Heart" ("userId", "mediaId", "familyId") VALUES ($1, $2, $3)',
  values: [userId, mediaId, familyId],
});

describe("a day's memories", () => {
  test("are the best of each earlier year, latest year first, for everyone in the family and nobody else", async () => {
    const [plain, loved] = [await storeTaken(owner, "2023-11-26"), await storeTaken(owner, "2023-11-26")];
    await storeHearts(loved, [member, child]);
    const older = await storeTaken(member, "2022-11-26T23:59:59");
    await storeTaken(owner, "2026-11-26");
    await storeTaken(owner, "2023-11-25");
    await storeTaken(stranger, "2023-11-26");
    const expected = [
      [2023, loved, plain],
      [2022, older],
    ];
    for (const reader of [owner, member, child]) expect(await shown(reader)).toEqual(expected);
    const { body } = await look(owner);
    expect(body).toMatchObject({
      date,
      years: [{ yearsAgo: 3, items: [{ heartCount: 2 }, {}] }, { yearsAgo: 4 }],
    });
    expect(await shown(stranger)).not.toEqual(expected);
    expect((await ask(null, "GET", "/api/on-this-day")).status).toBe(401);
    // The year of the date counts, not today's.
    expect(await shown(owner, "2023-11-26")).toEqual([[2022, older]]);
  });

  test("are at most six per year", async () => {
    for (let hour = 8; hour < 16; hour++)
      await storeTaken(owner, `2023-11-26T${String(hour).padStart(2, "0")}:00:00`);
    expect((await look(owner)).body.years[0]?.items).toHaveLength(6);
  });

  test.each([
    ["a screenshot or document", {}, { isPaper: true }],
    ["one whose year is only around", { yearPrecision: "around", month: 0 }, {}],
    ["one that is filed under another month than its camera says", { month: 10 }, {}],
    ["one that is filed under another year", { year: 2022 }, {}],
    ["one whose date isn't known, uploaded on this day", { takenAt: null }, {}],
    ["one in the trash", { deletedAt: new Date() }, {}],
    ["one without a picture", { derivatives: "failed" }, {}],
    ["one that isn't ready yet", { derivatives: "pending" }, {}],
  ] as const)("never have %s", async (_, values, measures) => {
    const id = await storeTaken(owner, "2023-11-26", values, measures);
    await storeHearts(id, [owner, member]);
    expect(await shown()).toEqual([]);
    const known = await storeTaken(owner, "2023-11-26");
    expect(await shown()).toEqual([[2023, known]]);
  });

  test("with a photo that isn't measured wait, unless its file names a camera", async () => {
    const takenAt = new Date("2023-11-26T12:00:00Z");
    const values = { hasFiles: false, year: 2023, month: 11, takenAt, sortAt: takenAt };
    const { id } = await storeMedia(owner, values);
    const fromCamera = await storeMedia(owner, values);
    await db.mediaFacts.create({
      data: { mediaId: fromCamera.id, familyId: owner.familyId, cameraMake: "Canon" },
      select: { mediaId: true },
    });
    expect(await shown()).toEqual([[2023, fromCamera.id]]);
    const data = {
      mediaId: id,
      familyId: owner.familyId,
      sharpness: 300,
      differenceHash: 0x0f1e2d3c4b5a6978n,
    };
    await db.mediaMeasures.create({ data, select: { mediaId: true } });
    expect(await shown()).toEqual([[2023, fromCamera.id]]);
    await db.mediaMeasures.update({
      where: { mediaId: id },
      data: { queuedAt: null },
      select: { mediaId: true },
    });
    // Both have the same score.
    expect(await shown()).toEqual([[2023, ...[id, fromCamera.id].sort()]]);
  });

  test("of 29 February appear on the 29th in leap years and on the 28th in others", async () => {
    const leap = await storeTaken(owner, "2024-02-29");
    const before = await storeTaken(owner, "2024-02-28");
    const both = (years: unknown[]) => years.map((year) => (year as string[]).slice().sort());
    expect(both(await shown(owner, "2027-02-28"))).toEqual(both([[2024, leap, before]]));
    expect(await shown(owner, "2028-02-28")).toEqual([[2024, before]]);
    expect(await shown(owner, "2028-02-29")).toEqual([[2024, leap]]);
    expect(await shown(owner, "2027-03-01")).toEqual([]);
  });

  test.each(["2026-02-29", "26 November", "2026-11-26T10:00:00Z", ""])(
    "%j is refused as a date",
    async (day) => {
      const answer = await look(owner, encodeURIComponent(day));
      expectRefused(answer, 400);
      expect(answer.body).toMatchObject({ field: "date" });
    },
  );

  test("without a date are for today, by the reader's own clock", async () => {
    const inZone = async (timeZone: string) => {
      const { status } = await ask(owner, "PUT", "/api/user-settings", { timeZone });
      expect(status).toBe(200);
      return (await ask<OnThisDayDto>(owner, "GET", "/api/on-this-day")).body.date;
    };
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
    // The date always differs between these two zones.
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
      expect(await inZone(zone)).toBe(dayIn(zone));
  });
});

describe("changes appear at once", () => {
  test("an upload that becomes ready, a deletion and a restore", async () => {
    const id = await storeTaken(owner, "2023-11-26", { derivatives: "pending" });
    expect(await shown()).toEqual([]);
    await db.media.update({ where: { id }, data: { derivatives: "ready" }, select: { id: true } });
    // It is now waiting to be measured.
    expect(await shown()).toEqual([]);
    await db.mediaMeasures.update({
      where: { mediaId: id },
      data: { queuedAt: null },
      select: { mediaId: true },
    });
    expect(await shown()).toEqual([[2023, id]]);
    expect((await ask(owner, "DELETE", `/api/media/${id}`, {})).status).toBe(204);
    expect(await shown()).toEqual([]);
    expect((await ask(owner, "POST", `/api/media/${id}/restore`)).status).toBe(200);
    expect(await shown()).toEqual([[2023, id]]);
    await db.media.delete({ where: { id }, select: { id: true } });
    expect(await shown()).toEqual([]);
  });

  test("an edited date: the photo moves from one day to another", async () => {
    const id = await storeTaken(owner, "2023-11-26");
    expect(await shown()).toEqual([[2023, id]]);
    const takenAt = new Date("2022-06-01T09:00:00Z");
    const moved = { year: 2022, month: 6, takenAt, sortAt: takenAt };
    await db.media.update({ where: { id }, data: moved, select: { id: true } });
    expect(await shown()).toEqual([]);
    expect(await shown(owner, "2026-06-01")).toEqual([[2022, id]]);
    // Someone corrects the camera's date.
    expect((await ask(owner, "PATCH", `/api/media/${id}`, { year: 2022, month: 7 })).status).toBe(200);
    expect(await shown(owner, "2026-06-01")).toEqual([]);
  });

  test("hearts, comments, tags and measures", async () => {
    const [one, other] = [
      await storeTaken(owner, "2023-11-26T12:00:00"),
      await storeTaken(owner, "2023-11-26T13:00:00"),
    ];
    const best = async () => (await shown())[0]?.[1];
    expect(await best()).toBe(one);
    await ask(member, "POST", "/api/hearts", { mediaId: other });
    expect(await best()).toBe(other);
    await ask(member, "DELETE", `/api/hearts/${other}`);
    expect(await best()).toBe(one);
    await ask(member, "POST", `/api/media/${other}/comments`, { text: "That day!" });
    expect(await best()).toBe(other);
    await tag(one, await storeFamilyMember(owner.familyId));
    expect(await best()).toBe(one);
    await db.mediaMeasures.update({
      where: { mediaId: one },
      data: { isPaper: true },
      select: { mediaId: true },
    });
    expect(await shown()).toEqual([[2023, other]]);
  });

  test("uncommitted changes from another transaction don't count as chosen", async () => {
    const first = await storeTaken(owner, "2023-11-26T08:00:00");
    const second = await storeTaken(owner, "2023-11-26T18:00:00");
    expect(await shown()).toEqual([[2023, first, second]]);
    const slow = await databasePool().connect();
    try {
      await slow.query("BEGIN");
      for (const reader of [member, child]) await slow.query(heartOf(reader, second));
      // Other changes to the same day trigger the choice meanwhile.
      await ask(owner, "POST", "/api/hearts", { mediaId: first });
      expect(await shown()).toEqual([[2023, first, second]]);
      await ask(owner, "POST", `/api/media/${first}/comments`, { text: "That day!" });
      expect(await shown()).toEqual([[2023, first, second]]);
      await slow.query("COMMIT");
    } finally {
      slow.release();
    }
    expect(await shown()).toEqual([[2023, second, first]]);
  });

  test("two changes on one day don't wait for each other, and concurrent readers see them all", async () => {
    const ids = [
      await storeTaken(owner, "2023-11-26T08:00:00"),
      await storeTaken(owner, "2023-11-26T18:00:00"),
    ];
    const [one, other] = [await databasePool().connect(), await databasePool().connect()];
    try {
      for (const client of [one, other]) await client.query("BEGIN; SET LOCAL lock_timeout = '2s'");
      await one.query(heartOf(member, ids[0] ?? ""));
      await other.query(heartOf(child, ids[1] ?? ""));
      for (const client of [one, other]) await client.query("COMMIT");
    } finally {
      one.release();
      other.release();
    }
    const seen = await Promise.all(Array.from({ length: 5 }, () => shown()));
    expect(seen).toEqual(seen.map(() => [[2023, ...ids]]));
    expect(await db.memoryChange.count({ where: { familyId: owner.familyId } })).toBe(0);
  });

  test("choices and changes are read in one snapshot, or a reader would miss both", async () => {
    await storeTaken(owner, "2023-11-26");
    await shown();
    const asked = jest.spyOn(databasePool(), "query");
    expect(await shown()).toHaveLength(1);
    const texts = asked.mock.calls.map(([query]) => (query as unknown as { text: string }).text);
    asked.mockRestore();
    const reading = texts.filter((text) => /"Memory(Pick|Change)"/.test(text));
    expect(reading).toEqual([expect.stringMatching(/"MemoryChange".*"MemoryPick"/s)]);
  });

  test("deleting a family leaves nothing behind", async () => {
    await storeTaken(owner, "2023-11-26");
    await shown();
    await db.media.deleteMany({ where: { familyId: owner.familyId } });
    await db.family.delete({ where: { id: owner.familyId }, select: { id: true } });
    expect([await db.memoryPick.count(), await db.memoryChange.count()]).toEqual([0, 0]);
  });
});

describe("not this again", () => {
  test("hides an item from one reader, even if asked twice, until it is undone", async () => {
    const id = await storeTaken(owner, "2023-11-26");
    for (let time = 0; time < 2; time++) expect((await hide(member, id)).status).toBe(204);
    expect(await shown(member)).toEqual([]);
    expect(await shown(owner)).toEqual([[2023, id]]);
    expect((await ask(member, "GET", `/api/media/${id}`)).status).toBe(200);
    for (let time = 0; time < 2; time++) expect((await unhide(member, id)).status).toBe(204);
    expect(await shown(member)).toEqual([[2023, id]]);
  });

  test("the next best takes its place", async () => {
    const ids: string[] = [];
    for (let hour = 8; hour < 16; hour++) {
      ids.push(await storeTaken(owner, `2023-11-26T${String(hour).padStart(2, "0")}:00:00`));
    }
    const [[, hidden] = []] = await shown(member);
    await hide(member, String(hidden));
    const [[, ...left] = []] = await shown(member);
    expect(left).toHaveLength(6);
    expect(left).not.toContain(hidden);
    expect(ids).toEqual(expect.arrayContaining(left));
  });

  test("is only for items that the reader can see", async () => {
    const theirs = await storeTaken(stranger, "2023-11-26");
    const trashed = await storeTaken(owner, "2023-11-26", { deletedAt: new Date() });
    for (const id of [theirs, trashed, randomUUID(), "nonsense"]) {
      expectRefused(await hide(member, id), 404);
      expectRefused(await unhide(member, id), 404);
    }
    expect((await hide(stranger, theirs)).status).toBe(204);
    expect((await hide(null, theirs)).status).toBe(401);
    expect((await unhide(null, theirs)).status).toBe(401);
    const answer = await ask(member, "POST", "/api/on-this-day/hidden", { mediaId: 7 });
    expectRefused(answer, 400);
    expect(answer.body).toMatchObject({ field: "mediaId" });
    expect(await db.hiddenMemory.count()).toBe(1);
  });
});

describe("show less of someone", () => {
  test("hides photos that they are tagged or recognised in, from one reader", async () => {
    const ada = await storeFamilyMember(owner.familyId, "Ada");
    const tagged = await storeTaken(owner, "2023-11-26T08:00:00");
    const recognised = await storeTaken(owner, "2023-11-26T10:00:00");
    const without = await storeTaken(owner, "2023-11-26T12:00:00");
    await tag(tagged, ada);
    await storeGroup(owner, { mediaIds: [recognised], memberId: ada });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await hidePerson(member, ada, true);
      expect([status, body]).toEqual([
        200,
        { id: ada, displayName: "Ada", isHidden: true, isLeftOut: false },
      ]);
    }
    expect(await shown(member)).toEqual([[2023, without]]);
    expect((await shown(owner))[0]).toHaveLength(4);
    expect((await people(member)).filter(({ isHidden }) => isHidden).map(({ id }) => id)).toEqual([ada]);
    expect((await people(owner)).filter(({ isHidden }) => isHidden)).toEqual([]);
    expect((await hidePerson(member, ada, false)).body).toMatchObject({ isHidden: false });
    expect((await shown(member))[0]).toHaveLength(4);
  });

  test("is only for people in one's own family", async () => {
    const theirs = await storeFamilyMember(stranger.familyId);
    for (const id of [theirs, randomUUID(), "nonsense"])
      expectRefused(await hidePerson(member, id, true), 404);
    expect((await hidePerson(stranger, theirs, true)).status).toBe(200);
    expect((await hidePerson(null, theirs, true)).status).toBe(401);
    const answer = await hidePerson(stranger, theirs, "yes");
    expectRefused(answer, 400);
    expect(answer.body).toMatchObject({ field: "isHidden" });
    expect((await people(member)).map(({ id }) => id)).not.toContain(theirs);
    expect((await ask(null, "GET", "/api/on-this-day/people")).status).toBe(401);
  });

  test("stays with the person when two entries are merged, and ends with the membership", async () => {
    const nana = await storeFamilyMember(owner.familyId, "Nana");
    const { userId } = await createMember(owner.familyId);
    const { id: entry } = await db.familyMember.findFirstOrThrow({ where: { userId }, select: { id: true } });
    await hidePerson(member, entry, true);
    await leaveOut(owner, entry, true);
    expect((await ask(owner, "PUT", `/api/family-members/${nana}`, { userId })).status).toBe(200);
    expect((await people(member)).filter(({ isHidden, isLeftOut }) => isHidden && isLeftOut)).toMatchObject([
      { id: nana },
    ]);
    await db.membership.deleteMany({ where: { userId: member.userId } });
    expect(await db.hiddenMemoryPerson.count()).toBe(0);
  });
});

describe("leaving someone out for the whole family", () => {
  test("hides them from everyone, and is for admins", async () => {
    const nana = await storeFamilyMember(owner.familyId, "Nana");
    const withNana = await storeTaken(owner, "2023-11-26T08:00:00");
    const recognised = await storeTaken(owner, "2023-11-26T10:00:00");
    const without = await storeTaken(owner, "2023-11-26T12:00:00");
    await tag(withNana, nana);
    await storeGroup(owner, { mediaIds: [recognised], memberId: nana });
    expect((await shown(child))[0]).toHaveLength(4);
    for (const outsider of [member, child]) expectRefused(await leaveOut(outsider, nana, true), 403);
    expectRefused(await leaveOut(stranger, nana, true), 404);
    expect((await leaveOut(null, nana, true)).status).toBe(401);
    const bad = await leaveOut(owner, nana, 1);
    expectRefused(bad, 400);
    expect(bad.body).toMatchObject({ field: "isLeftOut" });
    for (let time = 0; time < 2; time++) {
      expect((await leaveOut(owner, nana, true)).body).toMatchObject({ id: nana, isLeftOut: true });
    }
    for (const reader of [owner, member, child]) expect(await shown(reader)).toEqual([[2023, without]]);
    expect((await ask(member, "GET", `/api/media/${withNana}`)).status).toBe(200);
    expect((await leaveOut(await createMember(owner.familyId, "admin"), nana, false)).status).toBe(200);
    expect((await shown(child))[0]).toHaveLength(4);
    const actions = await db.activityEntry.findMany({
      where: { familyId: owner.familyId },
      select: { action: true },
    });
    expect(actions.map(({ action }) => action)).toEqual(["family.personChanged", "family.personChanged"]);
  });

  test("shows a day again on which they are on every photo, once they are no longer left out", async () => {
    const nana = await storeFamilyMember(owner.familyId, "Nana");
    const only = await storeTaken(owner, "2023-11-26T08:00:00");
    await tag(only, nana);
    await leaveOut(owner, nana, true);
    expect(await shown()).toEqual([]);
    await leaveOut(owner, nana, false);
    expect(await shown()).toEqual([[2023, only]]);
  });

  test("makes room for others, however many photos someone is in", async () => {
    const nana = await storeFamilyMember(owner.familyId, "Nana");
    const others: string[] = [];
    for (let minute = 0; minute < 30; minute++) {
      const id = await storeTaken(owner, `2023-11-26T12:${String(minute).padStart(2, "0")}:00`);
      await tag(id, nana);
    }
    for (const hour of ["08", "20"]) others.push(await storeTaken(owner, `2023-11-26T${hour}:00:00`));
    await shown();
    await leaveOut(owner, nana, true);
    expect(await shown()).toEqual([[2023, ...others]]);
  });
});
