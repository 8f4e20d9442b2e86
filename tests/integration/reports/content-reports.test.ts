import { randomBytes } from "node:crypto";
import { purgeTrash } from "@/lib/album/media/server/service";
import { databasePool, db } from "@/lib/db";
import type { ContentReportDto } from "@/lib/operations/reports/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody, expectRefusal } from "@/tests/support/error-body";
import {
  alsoIn,
  createMember,
  createOwner,
  type FamilyPerson,
  storeClip,
  storeMedia,
} from "@/tests/support/factories";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let uploader: FamilyPerson;
let reporter: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  uploader = await createMember(owner.familyId);
  reporter = await createMember(owner.familyId);
});

const reason = "It shows our address.";
const ask = <T = Record<string, unknown>>(
  person: FamilyPerson,
  method: string,
  path: string,
  json?: unknown,
) => call<T>(method, path, { cookie: person.cookie, ...(json === undefined ? {} : { json }) });
const report = (person: FamilyPerson, mediaId: string, headers = {}) =>
  call<{ id: string }>("POST", "/api/report-content", {
    cookie: person.cookie,
    json: { mediaId, reason },
    headers,
  });
const waiting = async (person = owner, state = "") =>
  (await ask<ContentReportDto[]>(person, "GET", `/api/admin/reports${state}`)).body;
const resolve = (person: FamilyPerson, id: string, action: string) =>
  ask<ContentReportDto>(person, "POST", `/api/admin/reports/${id}/resolve`, { action });
const notified = async (person: FamilyPerson) =>
  (
    await db.notification.findMany({
      where: { userId: person.userId },
      select: { title: true },
      orderBy: { createdAt: "asc" },
    })
  ).map(({ title }) => title);

const restore = (person: FamilyPerson, id: string) => ask(person, "POST", `/api/media/${id}/restore`);
/** An item of the uploader's in the trash. */
const trashed = async (values: Parameters<typeof storeMedia>[1] = {}) =>
  (await storeMedia(uploader, { hasFiles: false, deletedAt: new Date(), ...values })).id;

/** Stops every restore just before its items are visible, until `meanwhile` has run. */
async function whileRestoring<T>(start: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
  const holder = await databasePool().connect();
  try {
    await holder.query(`
      CREATE FUNCTION test_wait() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
      CREATE TRIGGER test_wait BEFORE UPDATE OF "deletedAt" ON "Media"
        FOR EACH ROW WHEN (NEW."deletedAt" IS NULL) EXECUTE FUNCTION test_wait()`);
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock(1)");
    const restoring = start();
    await until(async () => {
      // A transaction otherwise sees only the connections of its first look.
      await holder.query("SELECT pg_stat_clear_snapshot()");
      const { rows } = await holder.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting === 1;
    });
    await meanwhile();
    await holder.query("COMMIT");
    return await restoring;
  } finally {
    await holder.query("ROLLBACK");
    await holder.query('DROP TRIGGER test_wait ON "Media"; DROP FUNCTION test_wait');
    holder.release();
  }
}

const described = { description: "Our #garden gate", featured: true };

/** Every way in which someone in the family could come across this item. */
async function tracesOf(person: FamilyPerson, id: string): Promise<string[]> {
  const lists = [
    "/api/media",
    "/api/media/latest",
    "/api/media/favorites",
    "/api/media/month/2024/7?limit=5&offset=0",
    "/api/media/year/2024",
    "/api/media/search?q=garden",
    "/api/media/search?tag=garden",
    "/api/year-covers",
    "/api/hearts/user",
    "/api/basket/items",
    "/api/notifications",
    "/api/media/trash",
  ];
  const found: string[] = [];
  for (const path of lists) {
    const { status, bytes } = await ask(person, "GET", path);
    expect(status).toBe(200);
    if (bytes.includes(id)) found.push(path);
  }
  const items = [
    `/api/media/${id}`,
    `/api/media/${id}/download`,
    `/api/media/${id}/tags`,
    `/api/media/${id}/comments`,
    `/api/images/thumbnail/${id}`,
    `/api/images/medium/${id}`,
    `/direct-image/${id}`,
    `/fast-images/thumbnail/${id}`,
    `/api/media/trash/${id}/thumbnail`,
  ];
  for (const path of items) {
    const { status } = await ask(person, "GET", path);
    if (status !== 404) found.push(`${path}: ${status}`);
  }
  for (const path of ["/api/years", "/api/media/years", "/api/hashtags/existing", "/api/hashtags/recent"]) {
    const text = (await ask(person, "GET", path)).bytes.toString();
    if (/2024|garden/.test(text)) found.push(path);
  }
  return found;
}

describe("a reported item", () => {
  test("is hidden from everyone at once, including its uploader and the admins, and comes back whole", async () => {
    const { id } = await storeMedia(uploader, described);
    await db.mediaHashtag.create({
      data: { mediaId: id, familyId: owner.familyId, hashtag: "garden" },
      select: { mediaId: true },
    });
    for (const person of [owner, uploader, reporter]) {
      await ask(person, "POST", "/api/hearts", { mediaId: id });
      await ask(person, "POST", "/api/basket/add", {
        mediaId: id,
        size: "4x6",
        quantity: 1,
        finish: "Gloss",
      });
    }
    const everywhere = await tracesOf(owner, id);
    expect(everywhere.length).toBeGreaterThan(20);

    expect((await report(reporter, id)).status).toBe(201);
    for (const person of [owner, uploader, reporter]) expect(await tracesOf(person, id)).toEqual([]);
    expect((await ask(uploader, "POST", `/api/media/${id}/restore`)).status).toBe(404);
    expect((await ask(owner, "POST", `/api/media/${id}/restore`)).status).toBe(404);
    expect((await ask(uploader, "DELETE", `/api/media/${id}`, {})).status).toBe(404);

    const [waits] = await waiting();
    expect((await resolve(owner, waits?.id ?? "", "restore")).body.decision).toBe("restore");
    expect((await tracesOf(owner, id)).sort()).toEqual(everywhere.sort());
    expect(await waiting()).toEqual([]);
  });

  test("is reported to the admins with who and why, and to its uploader without who", async () => {
    const { id } = await storeMedia(uploader, { hasFiles: false });
    await report(reporter, id);
    expect(await waiting()).toEqual([
      expect.objectContaining({
        mediaId: id,
        reason,
        decision: null,
        reportedBy: { id: reporter.userId, name: "Somebody" },
        item: expect.objectContaining({ uploadedBy: { id: uploader.userId, name: "Somebody" } }),
      }),
    ]);
    expect(await notified(owner)).toEqual(["A photo was reported"]);
    expect(await notified(uploader)).toEqual(["One of your photos is being reviewed"]);
    expect(await notified(reporter)).toEqual([]);
  });

  test("of an admin's own is reported to that admin once", async () => {
    const { id } = await storeMedia(owner, { hasFiles: false });
    await report(reporter, id);
    expect(await notified(owner)).toEqual(["A photo was reported"]);
  });

  test("has one report, however often and by however many people it is sent", async () => {
    const { id } = await storeMedia(uploader, { hasFiles: false });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => report(reporter, id)),
      report(uploader, id),
    ]);
    for (const { status } of answers) expect([201, 404]).toContain(status);
    expect(await db.contentReport.count()).toBe(1);
    const [row] = await db.contentReport.findMany({ select: { id: true, reporterId: true } });
    const same = row?.reporterId === reporter.userId ? reporter : uploader;
    expect(await report(same, id)).toMatchObject({ status: 201, body: { id: row?.id } });
    expect((await report(same === reporter ? uploader : reporter, id)).status).toBe(404);
  });

  test("can't be uploaded again before the decision, except to another family", async () => {
    const { id, content } = await storeMedia(uploader);
    const again = async (person = uploader) => {
      const body = new FormData();
      body.set("fileData", new File([new Uint8Array(content)], "again.jpg", { type: "image/jpeg" }));
      body.set("year", "2024");
      body.set("month", "3");
      return call("POST", "/api/media", { cookie: person.cookie, body });
    };
    await report(reporter, id);
    const neighbour = await createOwner();
    expect((await again(neighbour)).status).toBe(201);
    const before = await storedKeys("families/");
    const refused = await again();
    expect(refused).toMatchObject({ status: 409, body: { code: "reported" } });
    expectErrorBody(refused);
    expect(await storedKeys("families/")).toEqual(before);
    const [waits] = await waiting();
    await resolve(owner, waits?.id ?? "", "delete");
    expect((await again()).status).toBe(201);
  });

  test("doesn't come back as another copy from the trash before the decision", async () => {
    const content = randomBytes(64);
    const copy = await trashed({ content });
    const { id } = await storeMedia(uploader, { content, hasFiles: false });
    const reportId = (await report(reporter, id)).body.id;
    for (const person of [uploader, owner]) expectRefusal(await restore(person, copy), 409, "reported");
    expect(await tracesOf(reporter, copy)).toEqual([]);
    await resolve(owner, reportId, "delete");
    expect((await restore(uploader, copy)).status).toBe(200);
  });

  test("doesn't come back with its clip, as a video or in another photo", async () => {
    const { id } = await storeMedia(uploader, { hasFiles: false });
    const { content } = await storeClip(uploader, id);
    const video = await trashed({ content, mediaType: "video" });
    const photo = await trashed();
    await storeClip(uploader, photo, { content });
    const reportId = (await report(reporter, id)).body.id;
    for (const copy of [video, photo]) expectRefusal(await restore(uploader, copy), 409, "reported");
    await resolve(owner, reportId, "restore");
    for (const copy of [video, photo]) expect((await restore(uploader, copy)).status).toBe(200);
  });

  test("doesn't come back as a copy that was about to be restored when it was reported", async () => {
    const content = randomBytes(64);
    const copy = await trashed({ content });
    const answer = await whileRestoring(
      () => restore(uploader, copy),
      async () => {
        const { id } = await storeMedia(uploader, { content, hasFiles: false });
        expect((await report(reporter, id)).status).toBe(201);
      },
    );
    expectRefusal(answer, 409, "reported");
    expect((await ask(uploader, "GET", `/api/media/${copy}`)).status).toBe(404);
  });

  test("is not removed with time, and its 30 days in the trash start with the decision", async () => {
    const { id } = await storeMedia(uploader, { hasFiles: false });
    await report(reporter, id);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await purgeTrash(inDays(400))).toBe(0);
    const [waits] = await waiting();
    await resolve(owner, waits?.id ?? "", "delete");
    expect(await purgeTrash(inDays(29))).toBe(0);
    expect(await purgeTrash(inDays(31))).toBe(1);
    expect(await waiting(owner, "?state=decided")).toEqual([
      expect.objectContaining({ mediaId: null, item: null, reason }),
    ]);
  });
});

describe("deciding", () => {
  const reported = async () => {
    const { id } = await storeMedia(uploader);
    return { id, reportId: (await report(reporter, id)).body.id };
  };

  test("to delete moves it to the trash, from which only admins can restore it", async () => {
    const { id, reportId } = await reported();
    expect((await resolve(owner, reportId, "delete")).status).toBe(200);
    const trash = async (person: FamilyPerson) =>
      (await ask<{ id: string }[]>(person, "GET", "/api/media/trash")).body.map((item) => item.id);
    expect(await trash(owner)).toEqual([id]);
    expect(await trash(uploader)).toEqual([]);
    expect((await ask(uploader, "GET", `/api/media/trash/${id}/thumbnail`)).status).toBe(404);
    expect((await ask(uploader, "POST", `/api/media/${id}/restore`)).status).toBe(404);
    expect((await ask(owner, "POST", `/api/media/${id}/restore`)).status).toBe(200);
    expect((await ask(uploader, "GET", `/api/media/${id}`)).status).toBe(200);
  });

  test("is announced to the person who reported it and the one who added it", async () => {
    const { id, reportId } = await reported();
    await resolve(owner, reportId, "restore");
    expect((await notified(uploader)).at(-1)).toBe("The photo is back in the album");
    expect(await notified(reporter)).toEqual(["The photo is back in the album"]);
    const { url } = await db.notification.findFirstOrThrow({
      where: { userId: reporter.userId },
      select: { url: true },
    });
    expect(url).toBe(`/view-image/${id}`);
  });

  test("the same way twice counts once; otherwise it was already decided", async () => {
    const { reportId } = await reported();
    const answers = await Promise.all(Array.from({ length: 4 }, () => resolve(owner, reportId, "delete")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await notified(reporter)).length).toBe(1);
    const other = await resolve(owner, reportId, "restore");
    expect(other).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expectErrorBody(other);
  });

  test("requires a valid action", async () => {
    const { reportId } = await reported();
    for (const json of [{}, { action: "burn" }, { action: null }]) {
      const answer = await ask(owner, "POST", `/api/admin/reports/${reportId}/resolve`, json);
      expect(answer).toMatchObject({ status: 400, body: { field: "action" } });
    }
  });

  test("shows the picture only to admins of the family, and only while it waits", async () => {
    const { id, reportId } = await reported();
    const look = (person: FamilyPerson) => ask(person, "GET", `/api/admin/reports/${reportId}/picture`);
    expect((await look(owner)).bytes.toString()).toBe(`medium of ${id}`);
    expect((await look(reporter)).status).toBe(403);
    expect((await look(await createOwner())).status).toBe(404);
    expect((await ask(owner, "GET", `/api/admin/reports/${reportId}/stream`)).status).toBe(404);
    expect((await ask(owner, "GET", `/api/admin/reports/${reportId}/original`)).status).toBe(404);
    await resolve(owner, reportId, "delete");
    expect((await look(owner)).status).toBe(404);
  });

  test("is not possible for another family", async () => {
    const { reportId } = await reported();
    const stranger = await createOwner();
    expect(await waiting(stranger)).toEqual([]);
    expect((await resolve(stranger, reportId, "delete")).status).toBe(404);
    expect((await resolve(reporter, reportId, "delete")).status).toBe(403);
    expect((await resolve(owner, reportId, "restore")).status).toBe(200);
  });
});

test.each([
  ["no item", { reason }, "mediaId"],
  ["no reason", { mediaId: "x" }, "reason"],
  ["a reason of white space", { mediaId: "x", reason: " \n" }, "reason"],
  ["a reason that is too long", { mediaId: "x", reason: "x".repeat(1001) }, "reason"],
])("a report with %s is refused", async (_, json, field) => {
  const answer = await ask(reporter, "POST", "/api/report-content", json);
  expect(answer).toMatchObject({ status: 400, body: { field } });
  expectErrorBody(answer);
});

test("a stranger can't hide anything of another family's by reporting it", async () => {
  const { id } = await storeMedia(uploader, { hasFiles: false });
  const stranger = await createOwner();
  expect((await report(stranger, id)).status).toBe(404);
  expect((await ask(reporter, "GET", `/api/media/${id}`)).status).toBe(200);
  expect(await db.contentReport.count()).toBe(0);
});

test("what someone reported in one family is unknown in another of theirs", async () => {
  const { id } = await storeMedia(uploader, { hasFiles: false });
  const elsewhere = await alsoIn(reporter, (await createOwner()).familyId, "admin");
  expect((await report(reporter, id)).status).toBe(201);
  expect((await report(elsewhere, id)).status).toBe(404);
  const [waits] = await waiting();
  expect((await resolve(elsewhere, waits?.id ?? "", "delete")).status).toBe(404);
  expect(await waiting()).toMatchObject([{ mediaId: id, decision: null }]);
});
