import { randomUUID } from "node:crypto";
import type {
  GrowingNoteDto,
  GrowingPeopleDto,
  GrowingUpDto,
  ItemAgesDto,
} from "@/lib/album/growing-up/schema";
import { db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { storeGroup } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { linkPersonCall, storeBorn, storeNote } from "@/tests/support/growing-calls";
import { storeHearts, storeTaken } from "@/tests/support/memory-calls";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
let child: FamilyPerson;
let stranger: FamilyPerson;
let mia: string;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  child = await createMember(owner.familyId, "member", { isChild: true });
  stranger = await createOwner({ name: "The others" });
  mia = await storeBorn(owner, "2021-05-06");
});

const ask = <T = Record<string, unknown>>(
  as: FamilyPerson | null,
  method: string,
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) =>
  call<T>(method, path, {
    ...(as ? { cookie: as.cookie } : {}),
    ...(json === undefined ? {} : { json }),
    ...(headers ? { headers } : {}),
  });
const look = (as: FamilyPerson = owner, id = mia) => ask<GrowingUpDto>(as, "GET", `/api/growing-up/${id}`);
/** Each period of a life with the ids of its photos. */
const shown = async (as: FamilyPerson = owner, id = mia) =>
  (await look(as, id)).body.periods.map(({ unit, age, items }) => [
    `${age} ${unit}`,
    ...items.map((item) => item.id),
  ]);
const tag = (mediaId: string, memberId = mia, { familyId }: FamilyPerson = owner) =>
  db.mediaTag.create({ data: { mediaId, memberId, familyId }, select: { mediaId: true } });
type Values = Parameters<typeof storeTaken>;
async function storeWith(day: string, values?: Values[2], measures?: Values[3]): Promise<string> {
  const id = await storeTaken(owner, day, values, measures);
  await tag(id);
  return id;
}
const note = (as: FamilyPerson | null, json: unknown, id = mia, headers?: Record<string, string>) =>
  ask<GrowingNoteDto>(as, "POST", `/api/growing-up/${id}/notes`, json, headers);
const change = (as: FamilyPerson | null, id: string, json: unknown) =>
  ask<GrowingNoteDto>(as, "PATCH", `/api/growing-notes/${id}`, json);
const remove = (as: FamilyPerson | null, id: string) => ask(as, "DELETE", `/api/growing-notes/${id}`);
function expectRefused(answer: Answer<unknown>, status: number, field?: string): void {
  expectErrorBody(answer);
  expect(answer.status).toBe(status);
  if (field) expect(answer.body).toMatchObject({ field });
}
const first = { kind: "first", day: "2022-06-07", text: "First steps", mediaId: null };

describe("how someone grew up", () => {
  test("is shown by months under two years and by years after, latest first, with their age on each photo", async () => {
    const newborn = await storeWith("2021-05-07");
    const fiveMonths = await storeWith("2021-10-20");
    const two = await storeWith("2023-05-06");
    const alsoTwo = await storeWith("2024-05-05");
    const three = await storeWith("2024-07-08");
    await storeTaken(owner, "2024-07-08");
    const expected = [
      ["3 year", three],
      ["2 year", two, alsoTwo],
      ["5 month", fiveMonths],
      ["0 month", newborn],
    ];
    for (const reader of [owner, member, child]) expect(await shown(reader)).toEqual(expected);
    const { body } = await look();
    expect(body).toMatchObject({
      person: { id: mia, displayName: "Mia", birthDate: "2021-05-06" },
      canWrite: true,
      notes: [],
      others: [],
    });
    expect(body.periods.map(({ from, total, items }) => [from, total, items.map(({ age }) => age)])).toEqual([
      ["2024-05-06", 1, ["3 years 2 months"]],
      ["2023-05-06", 2, ["2 years", "2 years 11 months"]],
      ["2021-10-06", 1, ["5 months"]],
      ["2021-05-06", 1, ["newborn"]],
    ]);
    expect((await look(child)).body.canWrite).toBe(false);
    expectRefused(await look(stranger), 404);
    expectRefused(await look(owner, randomUUID()), 404);
    expectRefused(await ask(null, "GET", `/api/growing-up/${mia}`), 401);
  });

  test("has the photos in which their face is named, and those where an import placed it", async () => {
    const [seen, placed] = [await storeTaken(owner, "2024-07-08"), await storeTaken(owner, "2024-08-08")];
    await storeGroup(owner, { mediaIds: [seen], memberId: mia });
    const face = { left: 0.1, top: 0.1, width: 0.2, height: 0.2, isByHand: true };
    await db.importedFace.create({
      data: { mediaId: placed, memberId: mia, familyId: owner.familyId, ...face },
    });
    expect(await shown()).toEqual([["3 year", seen, placed]]);
  });

  test("has the best of each period: at most eight of a year and four of a month, loved ones first", async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 12; day++) {
      ids.push(await storeWith(`2024-07-${String(day).padStart(2, "0")}`));
      await storeWith(`2021-07-${String(day + 6).padStart(2, "0")}`);
    }
    const loved = ids.at(-1) ?? "";
    await storeHearts(loved, [owner, member]);
    const [year, month] = (await look()).body.periods;
    expect(year).toMatchObject({ unit: "year", total: 12, best: loved });
    expect(year?.items).toHaveLength(8);
    expect(month?.items).toHaveLength(4);
  });

  test.each([
    ["a screenshot or document", {}, { isPaper: true }],
    [
      "one from before they were born",
      { takenAt: new Date("2021-05-05T12:00:00Z"), year: 2021, month: 5 },
      {},
    ],
    [
      "one whose decade is all that is known",
      { takenAt: null, year: 2020, month: 0, yearPrecision: "decade" },
      {},
    ],
    ["one in the trash", { deletedAt: new Date() }, {}],
    ["one without a picture", { derivatives: "failed" }, {}],
  ] as const)("never has %s", async (_, values, measures) => {
    await storeWith("2024-07-08", values, measures);
    expect(await shown()).toEqual([]);
  });

  test("uses the month or year under which a scanned photo is filed", async () => {
    const month = await storeWith("2026-01-01", { year: 2024, month: 7 });
    const year = await storeWith("2026-01-02", { year: 2025, month: 0 });
    const { body } = await look();
    expect(body.periods.map(({ age, items }) => [age, items.map((item) => [item.id, item.age])])).toEqual([
      [4, [[year, "about 4 years"]]],
      [3, [[month, "3 years 2 months"]]],
    ]);
  });

  test("leaves out what the reader hides, and people they or the family don't want to be reminded of", async () => {
    const papa = await storeBorn(owner, "1990-01-02", "Papa");
    const [withPapa, hidden, plain] = [
      await storeWith("2024-07-08"),
      await storeWith("2024-07-09"),
      await storeWith("2024-07-10"),
    ];
    await tag(withPapa, papa);
    await db.hiddenMemory.create({
      data: { userId: owner.userId, mediaId: hidden, familyId: owner.familyId },
    });
    expect(await shown()).toEqual([["3 year", withPapa, plain]]);
    expect(await shown(member)).toEqual([["3 year", withPapa, hidden, plain]]);
    expect((await look()).body.others).toEqual([{ id: papa, displayName: "Papa" }]);
    await db.familyMember.updateMany({
      where: { id: papa, familyId: owner.familyId },
      data: { leftOutOfMemories: true },
    });
    expect(await shown(member)).toEqual([["3 year", hidden, plain]]);
    expect((await look()).body.others).toEqual([]);
    // Even a photo that was shown a moment ago.
    await tag(plain, papa);
    expect(await shown(member)).toEqual([["3 year", hidden]]);
    await db.mediaTag.deleteMany({ where: { mediaId: plain, memberId: papa } });
    // Asked about that person, it shows their photos all the same.
    expect(await shown(member, papa)).toEqual([["34 year", withPapa]]);
  });

  test("shows immediately who was tagged or untagged, and nothing deleted", async () => {
    const first = await storeWith("2024-06-01");
    expect(await shown()).toEqual([["3 year", first]]);
    const second = await storeWith("2024-07-01");
    expect(await shown()).toEqual([["3 year", first, second]]);
    expect((await ask(owner, "DELETE", `/api/media/${first}`)).status).toBe(204);
    expect(await shown()).toEqual([["3 year", second]]);
    await db.mediaTag.deleteMany({ where: { memberId: mia } });
    expect(await shown()).toEqual([]);
  });

  test("without a birthday has no ages, but has the notes", async () => {
    await storeWith("2024-07-08");
    const id = await storeNote(owner, { memberId: mia });
    await db.familyMember.updateMany({
      where: { id: mia, familyId: owner.familyId },
      data: { birthDate: null },
    });
    expect((await look()).body).toMatchObject({
      person: { birthDate: null },
      periods: [],
      notes: [{ id, age: null }],
    });
  });

  test("is available for everyone with a birthday who is in a photo, youngest first", async () => {
    const papa = await storeBorn(owner, "1990-01-02", "Papa");
    await storeBorn(owner, "2024-01-02", "Nobody's photo");
    const [one, loved] = [await storeWith("2024-07-08"), await storeWith("2023-07-08")];
    await tag(one, papa);
    await storeHearts(loved, [owner]);
    const people = (await ask<GrowingPeopleDto>(child, "GET", "/api/growing-up")).body;
    expect(people.map(({ id, cover }) => [id, cover?.id])).toEqual([
      [mia, loved],
      [papa, one],
    ]);
    expect((await ask(stranger, "GET", "/api/growing-up")).body).toEqual([]);
  });

  test("has a cover without what the reader or the family hides, the most loved first, then the newest", async () => {
    const papa = await storeBorn(owner, "1990-01-02", "Papa");
    const [earlier, hidden, withPapa, film, newest] = [
      await storeWith("2024-07-01"),
      await storeWith("2024-07-02"),
      await storeWith("2024-07-03"),
      await storeWith("2024-07-04", { mediaType: "video" }),
      await storeWith("2024-07-05"),
    ];
    await tag(withPapa, papa);
    const { familyId } = owner;
    const kept = { familyId, kind: "growing", title: "Mia", state: "ready", mediaId: film } as const;
    await db.film.create({ data: { ...kept, memberId: mia, madeById: owner.userId } });
    const coverFor = async (as: FamilyPerson) =>
      (await ask<GrowingPeopleDto>(as, "GET", "/api/growing-up")).body.find(({ id }) => id === mia)?.cover
        ?.id;
    await storeHearts(film, [owner, member, child]);
    expect(await coverFor(owner)).toBe(newest);
    await storeHearts(hidden, [owner, member]);
    await storeHearts(earlier, [member]);
    await db.hiddenMemory.create({ data: { userId: owner.userId, mediaId: hidden, familyId } });
    expect([await coverFor(owner), await coverFor(member)]).toEqual([earlier, hidden]);
    await storeHearts(withPapa, [owner, member, child]);
    expect([await coverFor(owner), await coverFor(member)]).toEqual([withPapa, withPapa]);
    await db.familyMember.updateMany({ where: { id: papa, familyId }, data: { leftOutOfMemories: true } });
    expect([await coverFor(owner), await coverFor(member)]).toEqual([earlier, hidden]);
  });
});

describe("a note about someone", () => {
  test("is a first time, a height or text, with their age then, for everyone to read", async () => {
    const photo = await storeWith("2022-06-07");
    const made = await note(member, { ...first, mediaId: photo });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...{ memberId: mia, displayName: "Mia", kind: "first", day: "2022-06-07", text: "First steps" },
      ...{ age: "13 months", heightCm: null, item: { id: photo }, canEdit: true },
    });
    await note(owner, { kind: "height", day: "2024-05-06", heightCm: 95.04 });
    await note(owner, { kind: "words", day: "2021-05-06", text: "  Four hours\nof waiting  " });
    const { notes } = (await look(child)).body;
    expect(
      notes.map(({ kind, text, heightCm, age, canEdit }) => [kind, text, heightCm, age, canEdit]),
    ).toEqual([
      ["words", "Four hours\nof waiting", null, "newborn", false],
      ["first", "First steps", null, "13 months", false],
      ["height", "", 95, "3 years", false],
    ]);
    await db.media.updateMany({
      where: { id: photo, familyId: owner.familyId },
      data: { deletedAt: new Date() },
    });
    expect((await look()).body.notes[1]).toMatchObject({ text: "First steps", item: null });
  });

  test("is created once by a request sent twice", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const [one, other] = [await note(owner, first, mia, headers), await note(owner, first, mia, headers)];
    expect(other.body).toEqual(one.body);
    expect(await db.growingNote.count()).toBe(1);
  });

  test.each([
    [{ ...first, kind: "last" }, "kind"],
    [{ ...first, text: " " }, "text"],
    [{ ...first, text: "a".repeat(81) }, "text"],
    [{ ...first, text: "two\nlines" }, "text"],
    [{ ...first, day: "2022-02-30" }, "day"],
    [{ ...first, day: "2222-02-03" }, "day"],
    [{ kind: "words", day: "2022-06-07", text: "a".repeat(501) }, "text"],
    [{ kind: "height", day: "2022-06-07" }, "heightCm"],
    [{ kind: "height", day: "2022-06-07", heightCm: 19 }, "heightCm"],
    [{ kind: "height", day: "2022-06-07", heightCm: 251 }, "heightCm"],
    [{ kind: "height", day: "2022-06-07", heightCm: "95" }, "heightCm"],
  ])("is refused as %j", async (json, field) => {
    expectRefused(await note(owner, json), 400, field);
  });

  test("can't be dated before their birth", async () => {
    expectRefused(await note(owner, { ...first, day: "2021-05-05" }), 422, "day");
    const id = await storeNote(owner, { memberId: mia });
    expectRefused(await change(owner, id, { day: "2021-05-05" }), 422, "day");
  });

  test("can't be written by children, visitors and other families, nor with another family's photo", async () => {
    expectRefused(await note(child, first), 403);
    expectRefused(await note(null, first), 401);
    expectRefused(await note(stranger, first), 404);
    const theirs = (await storeMedia(stranger, { hasFiles: false })).id;
    for (const mediaId of [theirs, randomUUID(), "nothing"]) {
      expectRefused(await note(owner, { ...first, mediaId }), 404);
    }
    expect(await db.growingNote.count()).toBe(0);
    expect((await note(member, first)).status).toBe(201);
  });

  test("is changed and deleted only by its author and admins", async () => {
    const other = await createMember(owner.familyId);
    const id = await storeNote(member, { memberId: mia });
    for (const [who, status] of [
      [other, 403],
      [child, 403],
      [stranger, 404],
      [null, 401],
    ] as const) {
      expectRefused(await change(who, id, { text: "First run" }), status);
      expectRefused(await remove(who, id), status);
    }
    expect((await change(member, id, { text: "First run", day: "2024-06-07" })).body).toMatchObject({
      ...{ text: "First run", day: "2024-06-07", age: "3 years 1 month" },
    });
    expect((await change(owner, id, { text: "First jump" })).body).toMatchObject({
      text: "First jump",
      day: "2024-06-07",
    });
    expectRefused(await change(owner, id, {}), 400, "day");
    expectRefused(await change(owner, id, { heightCm: 90 }), 400, "heightCm");
    expectRefused(await change(owner, id, { text: "two\nlines" }), 400, "text");
    expect((await remove(member, id)).status).toBe(204);
    expectRefused(await remove(member, id), 404);
    const height = await storeNote(member, { memberId: mia, kind: "height", text: "", heightMm: 900 });
    expectRefused(await change(member, height, { text: "tall" }), 400, "text");
    expect((await change(member, height, { heightCm: 91.5 })).body.heightCm).toBe(91.5);
    expect((await remove(owner, height)).status).toBe(204);
  });

  test("survives its author's account being deleted, and two entries becoming one person", async () => {
    const id = await storeNote(member, { memberId: mia });
    await db.user.delete({ where: { id: member.userId }, select: { id: true } });
    expect((await look()).body.notes).toMatchObject([{ id, by: null, canEdit: true }]);
    expect((await linkPersonCall(owner, mia, child.userId)).status).toBe(200);
    expect((await look()).body.notes).toMatchObject([{ id }]);
    const own = await db.familyMember.findFirstOrThrow({
      where: { userId: owner.userId },
      select: { id: true },
    });
    await storeNote(owner, { memberId: own.id, text: "First car" });
    const entry = await storeBorn(owner, "1985-01-02", "The owner");
    expect((await linkPersonCall(owner, entry, owner.userId)).status).toBe(200);
    expect((await look(owner, entry)).body.notes).toMatchObject([{ text: "First car" }]);
  });

  test("is deleted with the person", async () => {
    await storeNote(owner, { memberId: mia });
    expect((await ask(owner, "DELETE", `/api/family-members/${mia}`)).status).toBe(204);
    expect(await db.growingNote.count()).toBe(0);
  });
});

describe("on a photo", () => {
  const ages = (as: FamilyPerson | null, id: string) =>
    ask<ItemAgesDto>(as, "GET", `/api/media/${id}/growing-up`);

  test("everyone's age is shown, and its first times", async () => {
    const papa = await storeBorn(owner, "1990-01-02", "Papa");
    const ungeboren = await storeBorn(owner, "2025-01-02", "Later");
    const id = await storeWith("2024-07-08");
    await storeGroup(owner, { mediaIds: [id], memberId: papa });
    await tag(id, ungeboren);
    const noted = await storeNote(member, { memberId: mia, mediaId: id, day: "2024-07-08" });
    const { body } = await ages(member, id);
    expect(body).toMatchObject({ day: "2024-07-08", notes: [{ id: noted, canEdit: true }], canWrite: true });
    expect(body.people).toEqual([
      { id: ungeboren, displayName: "Later", age: null },
      { id: mia, displayName: "Mia", age: "3 years 2 months" },
      { id: papa, displayName: "Papa", age: "34 years" },
    ]);
    expect((await ages(child, id)).body).toMatchObject({ notes: [{ canEdit: false }], canWrite: false });
    expectRefused(await ages(stranger, id), 404);
    expectRefused(await ages(null, id), 401);
  });
});
