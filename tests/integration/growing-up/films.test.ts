import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { CreateFilmInput, FilmDto, FilmProposalDto } from "@/lib/album/films/schema";
import { requeueFilms, runFilm } from "@/lib/album/films/server/making-service";
import { listTimelyFilms } from "@/lib/album/films/server/proposal-service";
import { removeOldFilms } from "@/lib/album/films/server/removal-service";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { derivativeKey, filmKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { withTemporaryFile } from "@/lib/platform/files/temporary-file";
import { withLock } from "@/lib/platform/locks";
import { getStorage } from "@/lib/platform/storage/storage";
import { probeVideo } from "@/lib/platform/video/probe";
import { memberActorOf } from "@/tests/support/actors";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { linkPersonCall, storeBorn, storeFilm } from "@/tests/support/growing-calls";
import { storeHearts, storeTaken } from "@/tests/support/memory-calls";
import { plainPicture } from "@/tests/support/pictures";
import { installScopedClock, withClockAt } from "@/tests/support/scoped-clock";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
withTestStorage();
installScopedClock();

let owner: FamilyPerson;
let member: FamilyPerson;
let child: FamilyPerson;
let stranger: FamilyPerson;
let mia: string;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
  member = await createMember(owner.familyId);
  child = await createMember(owner.familyId, "member", { isChild: true });
  stranger = await createOwner({ name: "The others" });
  mia = await storeBorn(owner, "2023-05-06");
});

const ask = <T = Record<string, unknown>>(
  as: FamilyPerson | null,
  method: string,
  path: string,
  json?: unknown,
  headers: Record<string, string> = {},
) =>
  call<T>(method, path, {
    ...(as ? { cookie: as.cookie } : {}),
    ...(json === undefined ? {} : { json }),
    headers,
  });
function expectRefused(answer: Answer<unknown>, status: number, field?: string): void {
  expectErrorBody(answer);
  expect(answer.status).toBe(status);
  if (field) expect(answer.body).toMatchObject({ field });
}
/** A photo taken that day, with its medium image if a film needs it. */
async function photo(day: string, { hasPicture = false, isMia = true } = {}): Promise<string> {
  const id = await storeTaken(owner, day);
  const { familyId } = owner;
  if (isMia) await db.mediaTag.create({ data: { mediaId: id, memberId: mia, familyId } });
  if (hasPicture) {
    await getStorage().replace(derivativeKey(familyId, id, "medium"), await plainPicture("jpeg", 90, 120));
  }
  return id;
}
const year: Omit<CreateFilmInput, "mediaIds"> = {
  kind: "year",
  memberId: null,
  year: 2024,
  title: "Our 2024",
};
const create = (as: FamilyPerson | null, json: unknown, headers?: Record<string, string>) =>
  ask<FilmDto>(as, "POST", "/api/films", json, headers);
const get = (as: FamilyPerson, id: string) => ask<FilmDto>(as, "GET", `/api/films/${id}`);
const file = (as: FamilyPerson | null, id: string, query = "", headers?: Record<string, string>) =>
  ask<never>(as, "GET", `/api/films/${id}/file${query}`, undefined, headers);
const share = (as: FamilyPerson | null, id: string) =>
  ask<MediaItemDto>(as, "POST", `/api/films/${id}/share`);
const remove = (as: FamilyPerson | null, id: string) => ask(as, "DELETE", `/api/films/${id}`);
const propose = (as: FamilyPerson | null, query: string) =>
  ask<FilmProposalDto>(as, "GET", `/api/films/proposal?${query}`);
const filmFiles = async () => (await storedKeys()).filter((key) => key.includes("/films/"));

describe("a film proposal", () => {
  test("of a life: the best photo of each month, with the age, and alternatives from the month", async () => {
    const [first, second] = [await photo("2023-05-07"), await photo("2023-05-20")];
    const later = await photo("2024-07-08");
    await photo("2024-08-08", { isMia: false });
    await storeHearts(second, [owner, member]);
    const { body } = await propose(member, `kind=growing&memberId=${mia}`);
    expect(body).toMatchObject({ kind: "growing", memberId: mia, year: null, title: "Mia, growing up" });
    expect(body.pictures.map(({ id, caption }) => [id, caption])).toEqual([
      [second, "newborn"],
      [later, "14 months"],
    ]);
    expect(body.more.map(({ id }) => id)).toEqual([first]);
  });

  test("of a year: the family's best of each month, in order", async () => {
    const ids = [await photo("2024-03-05", { isMia: false }), await photo("2024-07-08")];
    await photo("2023-12-31");
    const { body } = await propose(owner, "kind=year&year=2024");
    expect(body.pictures.map(({ id, caption }) => [id, caption])).toEqual([
      [ids[0], "March"],
      [ids[1], "July"],
    ]);
    expect(body.title).toBe("Our 2024");
  });

  test("of a year of someone's life: from birthday to birthday", async () => {
    const [birthday, dayBefore] = [await photo("2024-05-06"), await photo("2025-05-05")];
    await photo("2024-05-05");
    await photo("2025-05-06");
    const { body } = await propose(owner, `kind=birthday&memberId=${mia}&year=2`);
    expect(body.pictures.map(({ id }) => id)).toEqual([birthday, dayBefore]);
    expect(body.title).toBe("Mia, from 1 to 2");
  });

  test.each([
    ["kind=story", "kind"],
    ["kind=year", "year"],
    ["kind=year&year=12", "year"],
    ["kind=growing", "memberId"],
    [`kind=year&year=2024&memberId=${randomUUID()}`, "memberId"],
    [`kind=birthday&memberId=${randomUUID()}`, "year"],
  ])("is refused for %s", async (query, field) => {
    expectRefused(await propose(owner, query), 400, field);
  });

  test("is for the family's grown-ups, and about its people with a birthday", async () => {
    const query = `kind=growing&memberId=${mia}`;
    expect((await propose(owner, query)).status).toBe(200);
    expectRefused(await propose(child, query), 403);
    expectRefused(await propose(stranger, query), 404);
    expectRefused(await propose(null, query), 401);
    await db.familyMember.updateMany({
      where: { id: mia, familyId: owner.familyId },
      data: { birthDate: null },
    });
    expectRefused(await propose(owner, query), 422, "memberId");
  });

  test("is offered at the year's end and around birthdays, to grown-ups, if there are photos", async () => {
    const timely = async (day: string, who = owner) =>
      (await listTimelyFilms(await memberActorOf(who), day)).map(({ kind, year: of, reason }) => [
        kind,
        of,
        reason,
      ]);
    expect(await timely("2025-05-06")).toEqual([]);
    for (const day of ["2024-07-08", "2024-12-08", "2025-01-02", "2025-02-02"]) await photo(day);
    expect(await timely("2024-12-26")).toEqual([]);
    expect(await timely("2024-12-27")).toEqual([["year", 2024, "2024 in photos"]]);
    expect(await timely("2025-01-14")).toEqual([["year", 2024, "2024 in photos"]]);
    expect(await timely("2025-01-15")).toEqual([]);
    expect(await timely("2025-04-28")).toEqual([]);
    expect(await timely("2025-04-29")).toEqual([["birthday", 2, "Mia turns 2"]]);
    expect(await timely("2025-05-06")).toEqual([["birthday", 2, "Mia is 2 today"]]);
    expect(await timely("2025-05-13")).toEqual([["birthday", 2, "Mia turned 2"]]);
    expect(await timely("2025-05-14")).toEqual([]);
    expect(await timely("2025-05-06", child)).toEqual([]);
    expect(await timely("2025-05-06", stranger)).toEqual([]);
  });
});

describe("a film", () => {
  test("is made of the chosen photos in their order, watched, saved, and put into the album once", async () => {
    const ids = [
      await photo("2024-07-08", { hasPicture: true }),
      await photo("2024-03-08", { hasPicture: true }),
    ];
    const made = await create(member, { ...year, mediaIds: ids });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      state: "making",
      progress: 0,
      pictureCount: 2,
      url: null,
      mediaId: null,
    });
    const { id } = made.body;
    expectRefused(await file(member, id), 409);
    await workOffQueue();
    const { body } = await get(member, id);
    // The title and two photos, 2.5 seconds each.
    expect(body).toMatchObject({ state: "ready", progress: 100, durationMs: 7500, failure: null });
    const watched = await file(member, id, "", { range: "bytes=0-99" });
    expect([watched.status, watched.bytes.length, watched.headers.get("content-type")]).toEqual([
      206,
      100,
      "video/mp4",
    ]);
    const saved = await file(member, id, "?download=true");
    expect(saved.headers.get("content-disposition")).toContain("Our 2024.mp4");
    await withTemporaryFile("mp4", async (path) => {
      await writeFile(path, saved.bytes);
      expect(await probeVideo(path)).toMatchObject({
        ...{
          durationMs: 7500,
          width: 1280,
          height: 720,
          videoCodec: "h264",
          audioCodec: null,
          takenAt: null,
        },
        isWebPlayable: true,
      });
    });
    const [shared, again] = [await share(member, id), await share(member, id)];
    expect(shared.body).toMatchObject({
      ...{ fileName: "Our 2024.mp4", description: "Our 2024", mediaType: "video", bytes: saved.bytes.length },
    });
    expect(again.body.id).toBe(shared.body.id);
    expect((await get(member, id)).body.mediaId).toBe(shared.body.id);
    expect((await ask(owner, "GET", `/api/media/${shared.body.id}`)).status).toBe(200);
    // What is in the album doesn't depend on the film.
    expect((await remove(member, id)).status).toBe(204);
    await workOffQueue();
    expect(await filmFiles()).toEqual([]);
    expect((await ask(owner, "GET", `/api/media/${shared.body.id}/download`)).status).toBe(200);
  });

  test.each([
    ["Pacific/Auckland", "2026-12-31T12:00:00Z", { year: 2027, month: 1 }],
    ["America/Los_Angeles", "2027-01-01T05:00:00Z", { year: 2026, month: 12 }],
    [null, "2026-12-31T12:00:00Z", { year: 2026, month: 12 }],
  ])("is put into the month it is for its creator, in the time zone %s", async (timeZone, now, month) => {
    const maker = await createMember(owner.familyId, "member", { settings: { timeZone } });
    const id = await storeFilm(maker);
    const { status, body } = await withClockAt(new Date(now), () => share(maker, id));
    expect([status, body]).toEqual([200, expect.objectContaining(month)]);
  });

  test("of the same photos is the same video, no matter who made it, and isn't part of another film", async () => {
    const mediaIds = [
      await photo("2023-07-08", { hasPicture: true }),
      await photo("2024-03-08", { hasPicture: true }),
    ];
    const film = { kind: "growing", memberId: mia, title: "Mia", mediaIds };
    const shared: string[] = [];
    for (const maker of [owner, member]) {
      const { body } = await create(maker, film);
      await workOffQueue();
      expect((await get(maker, body.id)).body).toMatchObject({ state: "ready", durationMs: 4000 });
      shared.push((await share(maker, body.id)).body.id);
    }
    expect(new Set(shared).size).toBe(1);
    const item = shared[0] ?? "";
    const where = { id: item, familyId: owner.familyId };
    await db.media.updateMany({ where, data: { derivatives: "ready" } });
    await db.mediaTag.create({ data: { mediaId: item, memberId: mia, familyId: owner.familyId } });
    const { body } = await propose(owner, `kind=growing&memberId=${mia}`);
    expect(body.pictures.map(({ id }) => id)).toEqual(mediaIds);
  });

  test("is limited to one per family at a time, and a request sent twice makes one", async () => {
    const mediaIds = [await photo("2024-07-08"), await photo("2024-03-08")];
    const headers = { "Idempotency-Key": randomUUID() };
    const [one, other] = [
      await create(owner, { ...year, mediaIds }, headers),
      await create(owner, { ...year, mediaIds }, headers),
    ];
    expect(other.body).toEqual(one.body);
    const waiting = await create(member, { ...year, mediaIds });
    expectRefused(waiting, 409);
    expect(waiting.body).toMatchObject({ code: "film_under_way" });
    // Once cancelled, nothing is made, and the next can begin.
    expect((await remove(owner, one.body.id)).status).toBe(204);
    await runFilm(one.body.id);
    expect((await create(member, { ...year, mediaIds })).status).toBe(201);
  });

  test.each([
    [{ ...year, mediaIds: [randomUUID()] }, "mediaIds"],
    [{ ...year, mediaIds: "all" }, "mediaIds"],
    [{ ...year, mediaIds: Array.from({ length: 241 }, () => randomUUID()) }, "mediaIds"],
    [{ ...year, title: "", mediaIds: [randomUUID(), randomUUID()] }, "title"],
    [{ ...year, year: null, mediaIds: [randomUUID(), randomUUID()] }, "year"],
    [{ ...year, kind: "growing", mediaIds: [randomUUID(), randomUUID()] }, "memberId"],
    [{ ...year, kind: "epic", mediaIds: [randomUUID(), randomUUID()] }, "kind"],
  ])("isn't begun by %j", async (json, field) => {
    expectRefused(await create(owner, json), 400, field);
  });

  test("can't use a photo twice or another family's, or be made by children and visitors", async () => {
    const [own, also] = [await photo("2024-07-08"), await photo("2024-03-08")];
    const theirs = await storeTaken(stranger, "2024-07-08");
    expectRefused(await create(owner, { ...year, mediaIds: [own, own] }), 400, "mediaIds");
    for (const id of [theirs, randomUUID(), "nothing"]) {
      expectRefused(await create(owner, { ...year, mediaIds: [own, id] }), 404);
    }
    const about = { ...year, kind: "birthday", year: 1, memberId: await storeBorn(stranger, "2023-05-06") };
    expectRefused(await create(owner, { ...about, mediaIds: [own, also] }), 404);
    expectRefused(await create(child, { ...year, mediaIds: [own, also] }), 403);
    expectRefused(await create(null, { ...year, mediaIds: [own, also] }), 401);
    expect(await db.film.count()).toBe(0);
  });

  test("is visible only to its creator until it is in the album", async () => {
    const id = await storeFilm(member);
    const list = async (as: FamilyPerson) => (await ask<FilmDto[]>(as, "GET", "/api/films")).body;
    expect(await list(member)).toMatchObject([{ id, state: "ready", url: `/api/films/${id}/file` }]);
    expect(await list(owner)).toEqual([]);
    expectRefused(await ask(child, "GET", "/api/films"), 403);
    for (const [who, status] of [
      [owner, 404],
      [stranger, 404],
      [child, 403],
      [null, 401],
    ] as const) {
      expectRefused(await ask(who, "GET", `/api/films/${id}`), status);
      expectRefused(await file(who, id), status);
      expectRefused(await share(who, id), status);
      expectRefused(await remove(who, id), status);
    }
    expect((await file(member, id)).status).toBe(200);
  });

  test("cancelled while it is being made leaves nothing", async () => {
    const mediaIds: string[] = [];
    for (let day = 10; day < 28; day++) mediaIds.push(await photo(`2024-07-${day}`, { hasPicture: true }));
    const { body } = await create(owner, { ...year, mediaIds });
    const running = runFilm(body.id);
    await until(async () => (await db.film.count({ where: { id: body.id, doneCount: { gt: 0 } } })) > 0);
    expect((await get(owner, body.id)).body).toMatchObject({ state: "making", progress: expect.any(Number) });
    expect((await remove(owner, body.id)).status).toBe(204);
    await running;
    expect(await filmFiles()).toEqual([]);
    expect(await db.film.count()).toBe(0);
  });

  test("keeps its file when two workers make it because the database has ended the first one's lock", async () => {
    const mediaIds: string[] = [];
    for (let day = 10; day < 14; day++) mediaIds.push(await photo(`2024-07-${day}`, { hasPicture: true }));
    const { body } = await create(owner, { ...year, mediaIds });
    // It can't release the lock that it no longer has.
    const first = runFilm(body.id).catch(() => {});
    await until(async () => (await db.film.count({ where: { id: body.id, doneCount: { gt: 0 } } })) > 0);
    await db.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await Promise.all([first, runFilm(body.id)]);
    expect((await get(owner, body.id)).body.state).toBe("ready");
    expect(await filmFiles()).toHaveLength(1);
  });

  test("that a killed worker left behind is made again, and abandoned after three attempts", async () => {
    const mediaIds = [
      await photo("2024-07-08", { hasPicture: true }),
      await photo("2024-03-08", { hasPicture: true }),
    ];
    const { body } = await create(owner, { ...year, mediaIds });
    // As a worker killed while encoding leaves it.
    await db.$executeRaw`TRUNCATE graphile_worker._private_jobs`;
    await db.film.updateMany({ where: { id: body.id }, data: { attempts: 1, doneCount: 1 } });
    await requeueFilms();
    await workOffQueue();
    expect((await get(owner, body.id)).body.state).toBe("ready");
    await db.film.updateMany({ where: { id: body.id }, data: { state: "making", attempts: 3 } });
    await runFilm(body.id);
    expect((await get(owner, body.id)).body).toMatchObject({
      state: "failed",
      failure: "Something went wrong. Please try again.",
    });
  });

  test("whose server lost power is made by another", async () => {
    const mediaIds = [
      await photo("2024-07-08", { hasPicture: true }),
      await photo("2024-03-08", { hasPicture: true }),
    ];
    const { body } = await create(owner, { ...year, mediaIds });
    // PostgreSQL hasn't noticed yet that the server is gone.
    await withLock(`film:${body.id}`, {}, async () => {
      await workOffQueue();
      expect((await get(owner, body.id)).body.state).toBe("making");
    });
    await hurryQueue();
    await workOffQueue();
    expect((await get(owner, body.id)).body.state).toBe("ready");
  });

  test("leaves out photos deleted since, and says so if too few are left", async () => {
    const mediaIds = [
      await photo("2024-07-08", { hasPicture: true }),
      await photo("2024-03-08", { hasPicture: true }),
    ];
    const { body } = await create(owner, { ...year, mediaIds });
    await db.media.updateMany({
      where: { id: mediaIds[0] ?? "", familyId: owner.familyId },
      data: { deletedAt: new Date() },
    });
    await workOffQueue();
    expect((await get(owner, body.id)).body).toMatchObject({
      state: "failed",
      failure: "Too few of its photos are still in the album.",
      url: null,
    });
    expect(await removeOldFilms()).toBe(0);
    await db.film.updateMany({
      where: { id: body.id },
      data: { createdAt: new Date(Date.now() - 8 * 86_400_000) },
    });
    expect(await removeOldFilms()).toBe(1);
  });

  test("is replaced by its creator's next ones, and says when its file is gone", async () => {
    const mediaIds = [
      await photo("2024-07-08", { hasPicture: true }),
      await photo("2024-03-08", { hasPicture: true }),
    ];
    const old: string[] = [];
    for (let at = 0; at < 3; at++) old.push(await storeFilm(owner));
    const others = await storeFilm(member);
    const { body } = await create(owner, { ...year, mediaIds });
    await workOffQueue();
    const left = await db.film.findMany({ select: { id: true }, orderBy: { id: "asc" } });
    expect(left.map(({ id }) => id).sort()).toEqual([old[1], old[2], others, body.id].sort());
    await getStorage().delete(filmKey(owner.familyId, body.id));
    expectRefused(await file(owner, body.id), 410);
    expectRefused(await share(owner, body.id), 410);
  });

  test("is deleted with the person it is about, and with its creator", async () => {
    const about = await storeFilm(owner, { kind: "growing", memberId: mia, year: null });
    const theirs = await storeFilm(member);
    const kept = await storeFilm(owner);
    expect((await ask(owner, "DELETE", `/api/users/${member.userId}`)).status).toBe(204);
    expect((await ask(owner, "DELETE", `/api/family-members/${mia}`)).status).toBe(204);
    await workOffQueue();
    expect(await filmFiles()).toEqual([filmKey(owner.familyId, kept)]);
    expect(await db.film.count({ where: { id: { in: [about, theirs] } } })).toBe(0);
  });

  test("survives two entries becoming one person", async () => {
    const own = await db.familyMember.findFirstOrThrow({
      where: { userId: owner.userId },
      select: { id: true },
    });
    const id = await storeFilm(owner, { kind: "growing", memberId: own.id, year: null });
    expect((await linkPersonCall(owner, mia, owner.userId)).status).toBe(200);
    expect((await get(owner, id)).body).toMatchObject({ memberId: mia, state: "ready" });
  });
});
