import { randomBytes } from "node:crypto";
import { PDFDocument } from "pdf-lib";
import { boundPages } from "@/lib/album/books/layouts";
import { proposedPhotos } from "@/lib/album/books/limits";
import type { BookDto } from "@/lib/album/books/schema";
import { removeBooksOfDeleted } from "@/lib/album/books/server/files-service";
import { listBookIdeas } from "@/lib/album/books/server/ideas-service";
import { requeueBooks, runBook } from "@/lib/album/books/server/making-service";
import { importActor } from "@/lib/album/imports/server/import-actor";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { storeAlbum } from "@/tests/support/album-calls";
import { type BookAnswer, bookCall, listBooks, madeBook, storeBook } from "@/tests/support/book-calls";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { storeGroup } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeHearts, storeTaken } from "@/tests/support/memory-calls";
import { plainPicture } from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
withTestStorage();

const missing = "00000000-0000-7000-8000-000000000000";

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ name: "The Okafors", tier: "premium" });
});

const square = { kind: "book", format: "square" } as const;
const propose = (person: FamilyPerson, source: object, values: object = square) =>
  bookCall(person, "POST", "", { ...values, source });
const photosOf = ({ pages }: Pick<BookDto, "pages">) => pages.flatMap(({ mediaIds }) => mediaIds);
const files = () => storedKeys(`families/${owner.familyId}/books/`);

/** Anything after a picture's end is ignored. */
const uniquePicture = async (width: number, height: number) =>
  Buffer.concat([await plainPicture("jpeg", width, height), randomBytes(16)]);

/** A photo with a printable file. */
const storePrintable = async (width = 400, height = 300) =>
  (await storeMedia(owner, { content: await uniquePicture(width, height), width, height })).id;

/** Stores this many photos per month, an hour apart. */
async function storeYear(year: number, months: readonly number[], aMonth: number): Promise<string[]> {
  const ids: string[] = [];
  for (const month of months) {
    for (let at = 0; at < aMonth; at++) {
      const day = `${year}-${String(month).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`;
      ids.push(await storeTaken(owner, day));
    }
  }
  return ids;
}

describe("a proposal", () => {
  test("of a year is spread over its months, in order, with the best photo on the cover", async () => {
    await storeYear(2025, [1, 7], 3);
    const loved = await storeTaken(owner, "2025-03-04", { description: "Ada's first steps #ada" });
    await storeHearts(loved, [owner, await createMember(owner.familyId)]);
    const [video, screenshot, earlier] = [
      await storeTaken(owner, "2025-03-05", { mediaType: "video", mimeType: "video/mp4" }),
      await storeTaken(owner, "2025-03-06", { fileName: "Screenshot_20250306-101010.png" }),
      await storeTaken(owner, "2024-03-05"),
    ];
    const { status, body } = await propose(owner, { year: 2025 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ kind: "book", format: "square", year: 2025, title: "2025", subtitle: "The Okafors" },
      ...{ coverId: loved, version: 1, isMine: true, isShared: false, mayEdit: true, missingCount: 0 },
      file: { state: "none", url: null },
    });
    expect(body.pages.map(({ heading }) => heading).filter(Boolean)).toEqual(["January", "March", "July"]);
    expect(body.pages.find(({ mediaIds }) => mediaIds.includes(loved))?.caption).toBe("Ada's first steps");
    expect(photosOf(body)).toHaveLength(7);
    expect(photosOf(body)).not.toEqual(expect.arrayContaining([video]));
    expect([screenshot, earlier].filter((id) => photosOf(body).includes(id))).toEqual([]);
    expect(body.items.map(({ id }) => id).sort()).toEqual(photosOf(body).sort());
  });

  test("has at most a hundred photos, and months with few of them have them all", async () => {
    await storeYear(2025, [2], 70);
    await storeYear(2025, [3], 70);
    const [only] = await storeYear(2025, [9], 1);
    const { body } = await propose(owner, { year: 2025 });
    expect(photosOf(body)).toHaveLength(proposedPhotos);
    expect(photosOf(body)).toContain(only);
  });

  test("leaves out people the family leaves out, unless it is about them", async () => {
    const [id = "", recognised = "", imported = "", other = ""] = await storeYear(2025, [5], 4);
    const { familyId } = owner;
    const member = await db.familyMember.create({
      data: { familyId, name: "Grandpa", leftOutOfMemories: true },
      select: { id: true },
    });
    await db.mediaTag.create({ data: { mediaId: id, memberId: member.id, familyId } });
    await storeGroup(owner, { mediaIds: [recognised], memberId: member.id });
    const face = { left: 0.4, top: 0.3, width: 0.2, height: 0.2, isByHand: false };
    await db.importedFace.create({ data: { mediaId: imported, memberId: member.id, familyId, ...face } });
    expect(photosOf((await propose(owner, { year: 2025 })).body)).toEqual([other]);
    await db.face.deleteMany({ where: { mediaId: recognised } });
    const { body } = await propose(owner, { memberId: member.id });
    expect([body.title, photosOf(body)]).toEqual(["Grandpa", [id]]);
  });

  test("of a month, an album and a selection", async () => {
    const ids = await storeYear(2025, [5, 6], 2);
    const album = await storeAlbum(owner, { title: "The lake" }, ids.slice(1, 3));
    const titles = [];
    for (const source of [{ year: 2025, month: 6 }, { albumId: album }, { mediaIds: ids.slice(0, 3) }]) {
      const { body } = await propose(owner, source);
      titles.push([body.title, photosOf(body).sort()]);
    }
    expect(titles).toEqual([
      ["June 2025", ids.slice(2).sort()],
      ["The lake", ids.slice(1, 3).sort()],
      ["Our photos", ids.slice(0, 3).sort()],
    ]);
  });

  test("of a calendar has each month's best photo of the year before, and the family's birthdays", async () => {
    const [january, december] = await storeYear(2026, [1, 12], 1);
    await storeTaken(owner, "2025-01-05");
    const spare = await storeTaken(owner, "2026-07-01");
    const { familyId } = owner;
    await db.familyMember.createMany({
      data: [
        { familyId, name: "Ada", birthDate: new Date("2020-02-29") },
        { familyId, name: "Grandpa", birthDate: new Date("1940-03-10"), leftOutOfMemories: true },
      ],
    });
    const { body } = await propose(owner, { year: 2027 }, { kind: "calendar", format: "a4" });
    expect(body).toMatchObject({ kind: "calendar", year: 2027, title: "2027", firstDay: 1 });
    expect(body.pages).toHaveLength(12);
    expect(body.pages[0]?.mediaIds).toEqual([january]);
    expect(body.pages[6]?.mediaIds).toEqual([spare]);
    expect(body.pages[11]?.mediaIds).toEqual([december]);
    expect(body.birthdays).toEqual([{ name: "Ada", birthDate: "2020-02-29" }]);
  });

  test.each([
    ["kind", { kind: "poster" }, { year: 2025 }],
    ["format", { format: "a5" }, { year: 2025 }],
    ["format", { kind: "calendar", format: "landscape" }, { year: 2025 }],
    ["source.year", {}, {}],
    ["source.year", {}, { year: 2025, albumId: missing }],
    ["source.month", {}, { month: 5, albumId: missing }],
    ["source.year", { kind: "calendar" }, { albumId: missing }],
    ["source.mediaIds", {}, { mediaIds: [] }],
    ["source.mediaIds", {}, { mediaIds: Array.from({ length: 301 }, () => missing) }],
  ])("is refused for its field %s (%#)", async (field, values, source) => {
    const { status, body } = await propose(owner, source, { ...square, ...values });
    expect([status, body.field]).toEqual([400, field]);
  });

  test("of nothing, or of another family's items, is refused", async () => {
    const stranger = await createOwner();
    const theirs = (await storeMedia(stranger, { hasFiles: false })).id;
    const album = await storeAlbum(stranger, {}, [theirs]);
    const person = await db.familyMember.findFirstOrThrow({
      where: { familyId: stranger.familyId },
      select: { id: true },
    });
    const statuses = [];
    for (const source of [
      { year: 2025 },
      { mediaIds: [theirs] },
      { mediaIds: [missing] },
      { albumId: album },
      { albumId: "none" },
      { memberId: person.id },
    ]) {
      statuses.push((await propose(owner, source)).status);
    }
    expect(statuses).toEqual([422, 404, 404, 404, 404, 404]);
    expect(await db.book.count()).toBe(0);
  });
});

describe("changing a book", () => {
  test("stores what is sent, counts versions, and refuses changes based on another tab's old version", async () => {
    const [one = "", two = ""] = await storeYear(2025, [5], 2);
    const id = await storeBook(owner, {}, [one, two]);
    const pages = [
      { layout: "row", mediaIds: [two, one], heading: "May", caption: "Both" },
      { layout: null, mediaIds: [], heading: "Thanks", caption: "" },
    ];
    const changed = await bookCall(owner, "PATCH", `/${id}`, { version: 1, pages, coverId: two });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ version: 2, pages, coverId: two, title: "Our year" });
    const late = await bookCall(owner, "PATCH", `/${id}`, { version: 1, title: "Lost" });
    expect([late.status, late.body.code, late.body.field]).toEqual([409, "book_changed", "version"]);
    const again = await bookCall(owner, "PATCH", `/${id}`, { version: 2, title: "Ours", format: "a4" });
    expect(again.body).toMatchObject({ version: 3, title: "Ours", format: "a4", pages });
  });

  test("refuses one of two at the same moment", async () => {
    const id = await storeBook(owner);
    const both = await Promise.all(
      ["One", "Two"].map((title) => bookCall(owner, "PATCH", `/${id}`, { version: 1, title })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each([
    ["version", { title: "Ours" }],
    ["title", { version: 1 }],
    ["title", { version: 1, title: " " }],
    ["title", { version: 1, title: "x".repeat(81) }],
    ["pages", { version: 1, pages: Array.from({ length: 121 }, () => ({})) }],
    ["pages.0.layout", { version: 1, pages: [{ layout: "round", mediaIds: [], heading: "", caption: "" }] }],
    [
      "pages.0.caption",
      { version: 1, pages: [{ layout: null, mediaIds: [], heading: "", caption: "x".repeat(301) }] },
    ],
    ["isShared", { version: 1, isShared: "yes" }],
  ])("is refused for its field %s (%#)", async (field, change) => {
    const { status, body } = await bookCall(owner, "PATCH", `/${await storeBook(owner)}`, change);
    expect([status, body.field?.startsWith(field)]).toEqual([400, true]);
  });

  test("leaves out anything but photos of the family's album, and a calendar has twelve months", async () => {
    const mine = (await storeMedia(owner, { hasFiles: false, width: 4, height: 3 })).id;
    const theirs = (await storeMedia(await createOwner(), { hasFiles: false })).id;
    const id = await storeBook(owner);
    const page = { layout: null, heading: "", caption: "" };
    const pages = [{ ...page, mediaIds: [theirs, mine, missing, "none"] }];
    const { body } = await bookCall(owner, "PATCH", `/${id}`, { version: 1, pages });
    expect(photosOf(body)).toEqual([mine]);
    expect((await bookCall(owner, "PATCH", `/${id}`, { version: 2, coverId: theirs })).status).toBe(404);
    const calendar = await storeBook(owner, { kind: "calendar", year: 2027 });
    const refused = await bookCall(owner, "PATCH", `/${calendar}`, { version: 1, pages });
    expect([refused.status, refused.body.field]).toEqual([400, "pages"]);
    const landscape = await bookCall(owner, "PATCH", `/${calendar}`, { version: 1, format: "landscape" });
    expect([landscape.status, landscape.body.field]).toEqual([400, "format"]);
  });

  test("drops a photo in the trash, says so, and gets it back on restore", async () => {
    const [one = "", two = ""] = await storeYear(2025, [5], 2);
    const id = await storeBook(owner, { coverId: one }, [one, two]);
    await db.media.update({ where: { id: one }, data: { deletedAt: new Date() } });
    const { body } = await bookCall(owner, "GET", `/${id}`);
    expect(body).toMatchObject({ missingCount: 1, coverId: null, cover: { id: two } });
    expect(photosOf(body)).toEqual([two]);
    await db.media.update({ where: { id: one }, data: { deletedAt: null } });
    expect((await bookCall(owner, "GET", `/${id}`)).body).toMatchObject({ missingCount: 0, coverId: one });
  });
});

describe("who sees it", () => {
  test("only its creator, until it is shared; then everyone, and admins can change it", async () => {
    const [maker, member, admin] = [
      await createMember(owner.familyId),
      await createMember(owner.familyId),
      await createMember(owner.familyId, "admin"),
    ];
    const id = await storeBook(maker);
    const tried = async () =>
      Promise.all(
        [maker, member, admin, owner, await createOwner()].map(async (person) => [
          (await bookCall(person, "GET", `/${id}`)).status,
          (await listBooks(person)).books.length,
        ]),
      );
    expect(await tried()).toEqual([
      [200, 1],
      [404, 0],
      [404, 0],
      [404, 0],
      [404, 0],
    ]);
    const byAdmin = await bookCall(admin, "PATCH", `/${id}`, { version: 1, isShared: true });
    expect(byAdmin.status).toBe(404);
    expect((await bookCall(maker, "PATCH", `/${id}`, { version: 1, isShared: true })).status).toBe(200);
    expect(await tried()).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
      [200, 1],
      [404, 0],
    ]);
    const change = { version: 2, title: "Ours" };
    expect((await bookCall(member, "PATCH", `/${id}`, change)).status).toBe(403);
    expect((await bookCall(member, "DELETE", `/${id}`)).status).toBe(403);
    expect((await bookCall(admin, "PATCH", `/${id}`, change)).body).toMatchObject({
      isMine: false,
      mayEdit: true,
    });
    expect((await bookCall(admin, "PATCH", `/${id}`, { version: 3, isShared: false })).status).toBe(403);
    expect((await bookCall(admin, "DELETE", `/${id}`)).status).toBe(204);
    expect((await bookCall(maker, "DELETE", `/${id}`)).status).toBe(404);
  });

  test("a child can create one too", async () => {
    const child = await createMember(owner.familyId, "member", { isChild: true });
    await storeYear(2025, [5], 2);
    expect((await propose(child, { year: 2025 })).status).toBe(201);
  });

  test("an unshared book ends with the membership, a shared one stays", async () => {
    const maker = await createMember(owner.familyId);
    const [own, shared] = [await storeBook(maker), await storeBook(maker, { isShared: true })];
    await madeBook(maker, own);
    // A worker that was killed while it made the book again left this.
    await getStorage().replace(`families/${owner.familyId}/books/${own}/left.pdf`, Buffer.from("half"));
    await madeBook(maker, shared);
    expect(await files()).toHaveLength(3);
    await call("DELETE", `/api/users/${maker.userId}`, { cookie: owner.cookie });
    expect((await listBooks(owner)).books).toEqual([
      expect.objectContaining({ id: shared, makerName: null }),
    ]);
    await workOffQueue();
    expect(await files()).toEqual([expect.stringContaining(shared)]);
  });
});

describe("the PDF", () => {
  test("is made once by the worker, shows its progress, and can be downloaded with ranges", async () => {
    const id = await storeBook(owner, { title: "Our: year" }, [
      await storePrintable(),
      await storePrintable(),
    ]);
    expect((await bookCall(owner, "GET", `/${id}/file`)).body).toMatchObject({ code: "book_not_ready" });
    const begun = await Promise.all([1, 2].map(() => bookCall(owner, "POST", `/${id}/file`)));
    expect(begun.map(({ status, body }) => [status, body.file.state])).toEqual([
      [202, "making"],
      [202, "making"],
    ]);
    await runBook(id, 1);
    const { file } = (await bookCall(owner, "GET", `/${id}`)).body;
    expect(file).toMatchObject({ state: "ready", progress: 100, url: `/api/books/${id}/file`, problems: 0 });
    const { headers, bytes, status } = await bookCall(owner, "GET", `/${id}/file`);
    expect([status, headers.get("content-type"), bytes.length]).toEqual([200, "application/pdf", file.bytes]);
    expect(headers.get("content-disposition")).toContain("attachment");
    expect(headers.get("cache-control")).toContain("private");
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1 + boundPages(2));
    const part = await call("GET", `/api/books/${id}/file`, {
      cookie: owner.cookie,
      headers: { range: "bytes=100-199", "if-range": headers.get("etag") ?? "" },
    });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(bytes.subarray(100, 200))).toBe(true);
    // It already exists, so nothing is made again.
    expect((await bookCall(owner, "POST", `/${id}/file`)).body.file.state).toBe("ready");
    expect(await files()).toHaveLength(1);
  });

  test("is made again when the book has changed, and the previous one is removed", async () => {
    const id = await storeBook(owner, {}, [await storePrintable()]);
    const first = await madeBook(owner, id);
    await bookCall(owner, "PATCH", `/${id}`, { version: first.version, title: "Another" });
    expect((await bookCall(owner, "GET", `/${id}`)).body.file).toMatchObject({
      state: "outdated",
      url: null,
    });
    const refused = await bookCall(owner, "GET", `/${id}/file`);
    expect([refused.status, refused.body.code]).toEqual([409, "book_outdated"]);
    expect((await madeBook(owner, id)).file.state).toBe("ready");
    expect(await files()).toHaveLength(1);
  });

  test("is deleted within the hour if a photo is, and nobody gets it before that", async () => {
    const photo = await storePrintable();
    const id = await storeBook(owner, {}, [photo]);
    const kept = await storeBook(owner, {}, [await storePrintable()]);
    await madeBook(owner, id);
    await madeBook(owner, kept);
    await db.media.update({ where: { id: photo }, data: { deletedAt: new Date() } });
    expect(await removeBooksOfDeleted()).toBe(1);
    expect(await removeBooksOfDeleted()).toBe(0);
    expect(await files()).toEqual([expect.stringContaining(kept)]);
    expect((await bookCall(owner, "GET", `/${id}/file`)).status).toBe(409);
    expect((await bookCall(owner, "GET", `/${kept}/file`)).status).toBe(200);
  });

  test("omits a photo whose file is gone, and says so", async () => {
    const photo = await storePrintable();
    const { storagePath } = await db.media.findUniqueOrThrow({
      where: { id: photo },
      select: { storagePath: true },
    });
    await getStorage().delete(storagePath);
    const id = await storeBook(owner, {}, [photo, await storePrintable()]);
    // Once on the cover, and once on its page.
    expect((await madeBook(owner, id)).file).toMatchObject({ state: "ready", problems: 2 });
  });

  test("leaves nothing if cancelled; a killed worker's is made again", async () => {
    const id = await storeBook(owner, {}, [await storePrintable()]);
    await bookCall(owner, "POST", `/${id}/file`);
    expect((await bookCall(owner, "DELETE", `/${id}/file`)).status).toBe(204);
    expect((await bookCall(owner, "DELETE", `/${id}/file`)).status).toBe(204);
    await runBook(id, 1);
    expect((await bookCall(owner, "GET", `/${id}`)).body.file.state).toBe("none");
    expect(await files()).toEqual([]);
    // Killed while writing: a partial file stays behind, and the row says "making".
    await bookCall(owner, "POST", `/${id}/file`);
    await getStorage().replace(`families/${owner.familyId}/books/${id}/left.pdf`, Buffer.from("half"));
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await requeueBooks();
    const jobs = await db.$queryRaw<unknown[]>`SELECT 1 FROM graphile_worker._private_jobs`;
    expect(jobs).toHaveLength(1);
    await runBook(id, 2);
    expect((await bookCall(owner, "GET", `/${id}`)).body.file.state).toBe("ready");
    expect(await files()).toEqual([expect.not.stringContaining("left.pdf")]);
  });

  test("that was made before is removed when making a new one is cancelled", async () => {
    const id = await storeBook(owner, {}, [await storePrintable()]);
    const { version } = await madeBook(owner, id);
    await bookCall(owner, "PATCH", `/${id}`, { version, title: "Another" });
    expect((await bookCall(owner, "POST", `/${id}/file`)).body.file.state).toBe("making");
    expect(await files()).toHaveLength(1);
    expect((await bookCall(owner, "DELETE", `/${id}/file`)).status).toBe(204);
    expect(await files()).toEqual([]);
    const select = { fileState: true, fileName: true, fileMediaIds: true } as const;
    const row = await db.book.findUniqueOrThrow({ where: { id }, select });
    expect(row).toEqual({ fileState: "none", fileName: null, fileMediaIds: [] });
  });

  test("that was made before is removed when making a new one fails, and after the storage was away", async () => {
    const photo = await storePrintable();
    const id = await storeBook(owner, {}, [photo]);
    const failAgain = async () => {
      const { version } = await madeBook(owner, id);
      await bookCall(owner, "PATCH", `/${id}`, { version, title: `Version ${version}` });
      await bookCall(owner, "POST", `/${id}/file`);
      const writing = jest.spyOn(getStorage(), "write").mockRejectedValue(new Error("The disk is full"));
      await expect(runBook(id, 2)).rejects.toThrow("The disk is full");
      await runBook(id, 3).finally(() => writing.mockRestore());
    };
    await failAgain();
    expect((await bookCall(owner, "GET", `/${id}`)).body.file.state).toBe("failed");
    expect(await files()).toEqual([]);
    const deleting = jest.spyOn(getStorage(), "delete").mockRejectedValueOnce(new Error("Away"));
    await expect(failAgain()).rejects.toThrow("Away");
    deleting.mockRestore();
    expect(await files()).toHaveLength(1);
    await db.media.update({ where: { id: photo }, data: { deletedAt: new Date() } });
    expect(await removeBooksOfDeleted()).toBe(1);
    expect(await removeBooksOfDeleted()).toBe(0);
    expect((await bookCall(owner, "GET", `/${id}`)).body.file.state).toBe("failed");
    expect(await files()).toEqual([]);
  });

  test("is deleted with its book, and with the family", async () => {
    const id = await storeBook(owner, {}, [await storePrintable()]);
    await madeBook(owner, id);
    expect((await bookCall(owner, "DELETE", `/${id}`)).status).toBe(204);
    expect([await files(), await db.book.count()]).toEqual([[], 0]);
  });
});

describe("suggestions for the day", () => {
  const ideasOn = async (day: string) => {
    const actor = await importActor(owner.userId, owner.familyId);
    if (!actor) throw new Error("no actor");
    return (await listBookIdeas(actor, day)).map(({ title }) => title);
  };

  test("the year in photos around New Year, a calendar in autumn, until someone has made it", async () => {
    await db.mediaMonth.createMany({
      data: [2025, 2026].map((year) => ({ familyId: owner.familyId, year, month: 5, itemCount: 30 })),
    });
    expect(await ideasOn("2026-06-01")).toEqual([]);
    expect(await ideasOn("2026-10-01")).toEqual(["A calendar for 2027"]);
    expect(await ideasOn("2026-12-01")).toEqual(["The year in photos: 2026", "A calendar for 2027"]);
    expect(await ideasOn("2027-01-31")).toEqual(["The year in photos: 2026"]);
    await storeBook(owner, { year: 2026 });
    expect(await ideasOn("2027-01-31")).toEqual([]);
    // A few photos aren't enough for a book.
    expect(await ideasOn("2025-01-10")).toEqual([]);
  });

  test("a book for someone's birthday, if there are photos of them", async () => {
    const { familyId } = owner;
    const data = { familyId, name: "Ada", birthDate: new Date("2020-03-10") };
    const { id: memberId } = await db.familyMember.create({ data, select: { id: true } });
    expect(await ideasOn("2026-03-01")).toEqual([]);
    const ids = await storeYear(2025, [5], 24);
    await db.mediaTag.createMany({ data: ids.map((mediaId) => ({ mediaId, memberId, familyId })) });
    expect(await ideasOn("2026-03-01")).toEqual(["A book for Ada's birthday"]);
    expect(await ideasOn("2026-04-01")).toEqual([]);
    expect((await listBooks(owner)).ideas).toEqual(expect.any(Array<BookAnswer>));
  });

  test("no book of someone whom the family or the reader doesn't want to be reminded of", async () => {
    const { familyId, userId } = owner;
    const data = { familyId, name: "Grandpa", birthDate: new Date("1940-03-10") };
    const { id: memberId } = await db.familyMember.create({ data, select: { id: true } });
    const ids = await storeYear(2025, [5], 24);
    await db.mediaTag.createMany({ data: ids.map((mediaId) => ({ mediaId, memberId, familyId })) });
    const leaveOut = (leftOutOfMemories: boolean) =>
      db.familyMember.updateMany({ where: { id: memberId }, data: { leftOutOfMemories } });
    await leaveOut(true);
    expect(await ideasOn("2026-03-01")).toEqual([]);
    await leaveOut(false);
    expect(await ideasOn("2026-03-01")).toEqual(["A book for Grandpa's birthday"]);
    await db.hiddenMemoryPerson.create({ data: { userId, memberId, familyId } });
    expect(await ideasOn("2026-03-01")).toEqual([]);
  });
});
