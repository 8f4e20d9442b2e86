// Before the settings are first read: limits apply.
Object.assign(process.env, { RATE_LIMITS: "on" });

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  maxScreens,
  type ScreenCodeDto,
  type ScreenDto,
  type ShowItemsDto,
  type ShowSource,
  type ShowStateDto,
} from "@/lib/album/screens/schema";
import { createScreenCode } from "@/lib/album/screens/server/codes-service";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { handleMediaRequest, mediaPath, screenKinds } from "@/server/media-requests";
import { storeAlbum } from "@/tests/support/album-calls";
import { call, loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { storeFamilyMember } from "@/tests/support/faces";
import {
  alsoIn,
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  removeMember,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { changeDuring, endSessions } from "@/tests/support/held-person";
import { writtenMessages } from "@/tests/support/outbox";
import { newScreen } from "@/tests/support/screen-calls";
import { type ScreenValues, screenCookie, storeScreen } from "@/tests/support/screens";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  // The first account of an installation is the operator's.
  await createPerson();
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

interface Cookie {
  cookie: string;
}

/** Does what a TV does: asks for a code and keeps the cookie. */
async function openTv(): Promise<ScreenCodeDto & Cookie> {
  const { status, body, headers } = await call<ScreenCodeDto>("POST", "/api/show/codes", {
    json: { device: "tv" },
  });
  expect(status).toBe(201);
  return { ...body, cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
}

const pair = ({ cookie }: Cookie, json: object) => call<ScreenDto>("POST", "/api/screens", { cookie, json });
const show = ({ cookie }: Cookie, query = "") => call<ShowStateDto>("GET", `/api/show${query}`, { cookie });
const items = ({ cookie }: Cookie, query = "") =>
  call<ShowItemsDto>("GET", `/api/show/items${query}`, { cookie });
const idsOf = async (tv: Cookie, query = "") => (await items(tv, query)).body.items.map(({ id }) => id);
const list = ({ cookie }: Cookie) => call<ScreenDto[]>("GET", "/api/screens", { cookie });
const change = ({ cookie }: Cookie, id: string, json: object) =>
  call<ScreenDto>("PATCH", `/api/screens/${id}`, { cookie, json });
const step = ({ cookie }: Cookie, id: string, json: object, headers = {}) =>
  call("POST", `/api/screens/${id}/step`, { cookie, json, headers });
const remove = ({ cookie }: Cookie, id: string) => call("DELETE", `/api/screens/${id}`, { cookie });

const notPaired = { status: 401, body: { code: "screen_not_paired" } };
const codeUnknown = { status: 404, body: { code: "screen_code_unknown", field: "code" } };

describe("pairing", () => {
  test("accepts a code from the screen, which then shows the album", async () => {
    const { id } = await storeMedia(owner, { description: "By the lake" });
    const tv = await openTv();
    expect(tv.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
    const minutesLeft = (Date.parse(tv.expiresAt) - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(9);
    expect(minutesLeft).toBeLessThanOrEqual(10);
    expect(await show(tv)).toMatchObject(notPaired);

    const paired = await pair(member, { ...newScreen, code: tv.code });
    expect(paired.status).toBe(201);
    expect(paired.body).toEqual({
      id: expect.any(String),
      ...newScreen,
      device: "tv",
      sourceName: null,
      isPaused: false,
      isOn: false,
      lastSeenOn: null,
      createdAt: expect.any(String),
    });
    expect((await show(tv)).body).toEqual({
      ...newScreen,
      isPaused: false,
      step: 0,
      isGone: false,
      version: expect.any(String),
    });
    expect(await idsOf(tv)).toEqual([id]);
    expect((await list(member)).body).toMatchObject([{ id: paired.body.id, isOn: true }]);
  });

  test("accepts the code in any case, with spaces, and with letters mistaken for digits", async () => {
    const { code, cookie } = await openTv();
    const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3).replaceAll("0", "o").replaceAll("1", "l")} `;
    expect((await pair(member, { ...newScreen, code: typed })).status).toBe(201);
    expect((await show({ cookie })).status).toBe(200);
  });

  test("stores neither the code nor the secret in plain text", async () => {
    const tv = await openTv();
    const [, secret = ""] = tv.cookie.split("=");
    expect(secret).toMatch(/^[\w-]{43}$/);
    const rows = async () =>
      JSON.stringify([await db.oneTimeToken.findMany(), await db.screen.findMany()], (_, value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
      );
    expect(await rows()).not.toMatch(new RegExp(`${tv.code}|${secret}`));
    await pair(member, { ...newScreen, code: tv.code });
    expect(await rows()).not.toMatch(new RegExp(`"${tv.code}|${secret}`));
  });

  test("sets a cookie that scripts can't read", async () => {
    const { headers } = await call("POST", "/api/show/codes", { json: { device: "tablet" } });
    expect(headers.get("set-cookie")).toMatch(
      /^keepsake-screen=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
  });

  test("is announced by email and in the activity log", async () => {
    await pair(member, { ...newScreen, code: (await openTv()).code });
    const [mail] = await writtenMessages({ recipient: member.email });
    expect(mail?.text).toContain("The TV or frame “Kitchen” was paired with your account.");
    const activity = await call<{ words: string }[]>("GET", "/api/user/activity", member);
    expect(activity.body[0]?.words).toBe("Paired the TV or frame “Kitchen”");
  });

  test.each([
    ["name", { name: " " }],
    ["name", { name: "n".repeat(41) }],
    ["source", { source: "all" }],
    ["source.kind", { source: { kind: "trash" } }],
    ["source.month", { source: { kind: "month", year: 2024, month: 13 } }],
    ["seconds", { seconds: 1 }],
    ["isShuffled", { isShuffled: "yes" }],
    ["code", { code: 123456 }],
  ])("names %s where %j is wrong", async (field, wrong) => {
    const { code } = await openTv();
    const answer = await pair(member, { ...newScreen, code, ...wrong });
    expectErrorBody(answer);
    expect(answer).toMatchObject({ status: 400, body: { field } });
    expect(await db.screen.count()).toBe(0);
  });

  test("names what is wrong with the device's request", async () => {
    for (const json of [{}, { device: "fridge" }, { device: 1 }]) {
      const answer = await call("POST", "/api/show/codes", { json });
      expect(answer).toMatchObject({ status: 400, body: { field: "device" } });
    }
  });

  test("is for adults in a family", async () => {
    const { code } = await openTv();
    const child = await createMember(owner.familyId, "member", { isChild: true });
    const json = { ...newScreen, code };
    expect(await pair(child, json)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await pair(await createPerson(), json)).toMatchObject({
      status: 403,
      body: { code: "no_family" },
    });
    expect(await call("POST", "/api/screens", { json })).toMatchObject({ status: 401 });
    expect((await list(child)).status).toBe(403);
    expect((await pair(member, json)).status).toBe(201);
  });

  test("is refused in a session opened by an admin's link", async () => {
    const { code } = await openTv();
    await db.session.update({ where: { id: member.sessionId }, data: { method: "directAccess" } });
    forgetSessions(() => true);
    expect(await pair(member, { ...newScreen, code })).toMatchObject({
      status: 403,
      body: { code: "direct_access_limited" },
    });
  });

  test("fails if all sessions end while the request waits", async () => {
    const { code, cookie } = await openTv();
    const pairing = () => pair(member, { ...newScreen, code });
    expect(await changeDuring(member.userId, pairing, endSessions)).toMatchObject({ status: 401 });
    expect(await show({ cookie })).toMatchObject(notPaired);
    expect(await db.screen.count()).toBe(0);
  });

  test("uses a code once, even if two people have it at the same moment", async () => {
    const { code } = await openTv();
    const json = { ...newScreen, code };
    const both = await Promise.all([pair(member, json), pair(owner, json)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect(await pair(member, json)).toMatchObject(codeUnknown);
    expect(await db.screen.count()).toBe(1);
  });

  test("repeated with the same key gives the first answer", async () => {
    const { code } = await openTv();
    const again = () =>
      call<ScreenDto>("POST", "/api/screens", {
        cookie: member.cookie,
        json: { ...newScreen, code },
        headers: { "Idempotency-Key": "pairing" },
      });
    const first = await again();
    expect(await again()).toMatchObject({ status: 201, body: first.body });
    expect(await db.screen.count()).toBe(1);
  });

  test("refuses an expired code like one that nobody shows", async () => {
    const { code, cookie } = await openTv();
    await db.oneTimeToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    const expired = await pair(member, { ...newScreen, code });
    expect(expired).toMatchObject(codeUnknown);
    expect((await pair(member, { ...newScreen, code: "ABC" })).body).toEqual(expired.body);
    expect(await show({ cookie })).toMatchObject(notPaired);
  });

  test("makes someone who tries codes wait", async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 8; guess++) {
      statuses.push((await pair(member, { ...newScreen, code: `22222${guess}` })).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 429, 429]);
    // Someone else isn't held up.
    expect((await pair(owner, { ...newScreen, code: (await openTv()).code })).status).toBe(201);
  });

  test("allows one address thirty codes in a quarter of an hour", async () => {
    const ask = (address: string) =>
      call("POST", "/api/show/codes", { json: { device: "tv" }, headers: { "X-Forwarded-For": address } });
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask("192.0.2.7")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect((await ask("198.51.100.9")).status).toBe(201);
  });

  test(`allows ${maxScreens} screens a person`, async () => {
    for (let made = 1; made < maxScreens; made++) await storeScreen(member);
    const codes = await Promise.all([createScreenCode("tv"), createScreenCode("tv")]);
    const answers = await Promise.all(
      codes.map(({ shown }) => pair(member, { ...newScreen, code: shown.code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    // The refused code still works for someone else.
    const left = codes[answers.findIndex(({ status }) => status === 422)];
    expect((await pair(owner, { ...newScreen, code: left?.shown.code })).status).toBe(201);
  });

  test("shows an album or a person of one's own family, and no other", async () => {
    const foreign = await createOwner();
    const theirs = await db.familyMember.findFirstOrThrow({ where: { familyId: foreign.familyId } });
    const ours = await db.familyMember.findFirstOrThrow({ where: { familyId: owner.familyId } });
    const { code } = await openTv();
    const pairWith = (source: object) => pair(member, { ...newScreen, code, source });
    for (const source of [
      { kind: "album", albumId: await storeAlbum(foreign) },
      { kind: "album", albumId: "not-an-id" },
      { kind: "person", memberId: theirs.id },
    ]) {
      expect(await pairWith(source)).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    const paired = await pairWith({ kind: "person", memberId: ours.id });
    expect(paired).toMatchObject({ status: 201, body: { sourceName: "Somebody" } });
    const albumId = await storeAlbum(owner, { title: "Summer at the sea" });
    const changed = await change(member, paired.body.id, { source: { kind: "album", albumId } });
    expect(changed.body).toMatchObject({
      source: { kind: "album", albumId },
      sourceName: "Summer at the sea",
    });
  });
});

describe("the remote", () => {
  test("pauses, steps, changes and renames, and the screen follows", async () => {
    const tv = await storeScreen(member);
    const answer = await change(member, tv.id, {
      ...{ isPaused: true, seconds: 60, isShuffled: true, name: "Hall" },
      source: { kind: "favorites" },
    });
    expect(answer.status).toBe(200);
    expect((await step(member, tv.id, { by: 1 })).status).toBe(204);
    await step(member, tv.id, { by: 1 });
    await step(member, tv.id, { by: -1 });
    expect((await show(tv)).body).toMatchObject({
      ...{ isPaused: true, seconds: 60, isShuffled: true, name: "Hall", step: 1 },
      source: { kind: "favorites" },
    });
  });

  test("steps once, however often the request is repeated", async () => {
    const tv = await storeScreen(member);
    for (let sent = 0; sent < 3; sent++)
      await step(member, tv.id, { by: 1 }, { "Idempotency-Key": "one press" });
    expect((await show(tv)).body.step).toBe(1);
  });

  test.each([
    ["seconds", { seconds: 7 }],
    ["isPaused", { isPaused: "no" }],
    ["name", {}],
  ])("names %s where %j is wrong", async (field, json) => {
    const { id } = await storeScreen(member);
    expect(await change(member, id, json)).toMatchObject({ status: 400, body: { field } });
  });

  test("names the step that is wrong", async () => {
    const { id } = await storeScreen(member);
    for (const json of [{}, { by: 0 }, { by: 20 }, { by: "next" }]) {
      expect(await step(member, id, json)).toMatchObject({ status: 400, body: { field: "by" } });
    }
  });

  test("belongs to its person: relatives, admins and other families find nothing", async () => {
    const tv = await storeScreen(member);
    const elsewhere = await alsoIn(member, await createFamily({ name: "The in-laws" }));
    for (const someone of [owner, await createOwner(), elsewhere]) {
      expect((await list(someone)).body).toEqual([]);
      const answers = [
        await change(someone, tv.id, { isPaused: true }),
        await step(someone, tv.id, { by: 1 }),
        await remove(someone, tv.id),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    expect((await show(tv)).body).toMatchObject({ isPaused: false, step: 0 });
    expect((await list(member)).body).toHaveLength(1);
  });
});

describe("what is shown", () => {
  const shows = (source: ShowSource, values: ScreenValues = {}) => storeScreen(member, { source, ...values });
  const store = (day: string, values: object = {}) => {
    const at = new Date(`${day}T12:00:00Z`);
    const filed = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, sortAt: at };
    return storeMedia(owner, { hasFiles: false, ...filed, ...values });
  };

  test("is the same as in the person's own lists, in their order", async () => {
    const old = await store("2023-05-01", { uploadDate: new Date("2026-01-03") });
    const june = await store("2024-06-02", { uploadDate: new Date("2026-01-01") });
    const later = await store("2024-06-09", { uploadDate: new Date("2026-01-02") });
    const { familyId, userId } = member;
    await db.heart.createMany({
      data: [
        { mediaId: june.id, userId, familyId, createdAt: new Date("2026-02-02") },
        { mediaId: old.id, userId, familyId, createdAt: new Date("2026-02-01") },
        { mediaId: later.id, userId: owner.userId, familyId },
      ],
    });
    const { id: memberId } = await db.familyMember.findFirstOrThrow({ where: { userId } });
    await db.mediaTag.create({ data: { mediaId: later.id, memberId, familyId } });
    const albumId = await storeAlbum(owner, { order: "hand" }, [later.id, old.id]);
    expect(await idsOf(await shows({ kind: "everything" }))).toEqual([later.id, june.id, old.id]);
    expect(await idsOf(await shows({ kind: "latest" }))).toEqual([old.id, later.id, june.id]);
    expect(await idsOf(await shows({ kind: "favorites" }))).toEqual([june.id, old.id]);
    expect(await idsOf(await shows({ kind: "month", year: 2024, month: 6 }))).toEqual([later.id, june.id]);
    expect(await idsOf(await shows({ kind: "album", albumId }))).toEqual([later.id, old.id]);
    expect(await idsOf(await shows({ kind: "person", memberId }))).toEqual([later.id]);
  });

  test("is nothing from the trash, of another family, or without a picture", async () => {
    const { id } = await store("2024-06-02");
    await store("2024-06-03", { deletedAt: new Date() });
    await store("2024-06-04", { derivatives: "failed" });
    await store("2024-06-05", { derivatives: "pending" });
    await storeMedia(await createOwner(), { hasFiles: false });
    for (const isShuffled of [false, true]) {
      expect(await idsOf(await shows({ kind: "everything" }, { isShuffled }))).toEqual([id]);
      expect(await idsOf(await shows({ kind: "latest" }, { isShuffled }))).toEqual([id]);
    }
  });

  test("is nothing once its album or person is gone", async () => {
    const { id } = await store("2024-06-02");
    const albumId = await storeAlbum(owner, {}, [id]);
    const tv = await shows({ kind: "album", albumId });
    expect(await idsOf(tv)).toEqual([id]);
    await db.album.delete({ where: { id: albumId } });
    expect((await items(tv)).body).toEqual({ items: [], nextCursor: null });
    expect((await list(member)).body[0]).toMatchObject({ sourceName: null });
  });

  test("stays someone's photos when two of their entries become one", async () => {
    const { familyId, userId } = member;
    const { id } = await store("2024-06-02");
    const former = await db.familyMember.findFirstOrThrow({ where: { familyId, userId } });
    await db.mediaTag.create({ data: { mediaId: id, memberId: former.id, familyId } });
    const tv = await shows({ kind: "person", memberId: former.id });
    const other = await shows({ kind: "latest" });
    const memberId = await storeFamilyMember(familyId, "Nana");
    const merged = await call("PUT", `/api/family-members/${memberId}`, {
      cookie: owner.cookie,
      json: { userId },
    });
    expect(merged.status).toBe(200);
    expect(await idsOf(tv)).toEqual([id]);
    expect((await show(tv)).body.source).toEqual({ kind: "person", memberId });
    expect((await list(member)).body.map(({ sourceName }) => sourceName)).toContain("Nana");
    expect((await show(other)).body.source).toEqual({ kind: "latest" });
  });

  test("comes in pages, each item once a round, shuffled differently each round", async () => {
    const stored: string[] = [];
    for (let day = 0; day < 230; day++) {
      const at = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
      stored.push((await store(at)).id);
    }
    const roundOf = async (tv: Cookie, round: number) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const query = `?round=${round}${cursor ? `&cursor=${cursor}` : ""}`;
        const { body }: { body: ShowItemsDto } = await items(tv, query);
        expect(body.items.length).toBeLessThanOrEqual(100);
        found.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
      } while (cursor);
      return found;
    };
    const inOrder = await shows({ kind: "everything" });
    expect(await roundOf(inOrder, 0)).toEqual([...stored].reverse());
    const shuffled = await shows({ kind: "everything" }, { isShuffled: true });
    const [first, second] = [await roundOf(shuffled, 1), await roundOf(shuffled, 2)];
    for (const round of [first, second]) expect([...round].sort()).toEqual([...stored].sort());
    expect(first).not.toEqual(second);
    expect(await roundOf(shuffled, 1)).toEqual(first);
    expect(await roundOf(await shows({ kind: "latest" }), 0)).toHaveLength(100);
  }, 30_000);

  test("names an invalid place in the list or round", async () => {
    const tv = await shows({ kind: "everything" });
    expect(await items(tv, "?cursor=nowhere")).toMatchObject({ status: 400, body: { field: "cursor" } });
    expect(await items(tv, "?round=first")).toMatchObject({ status: 400, body: { field: "round" } });
  });

  test("disappears from the screen when it is deleted", async () => {
    const { id } = await store("2024-06-02");
    const tv = await shows({ kind: "everything" });
    expect((await show(tv, `?showing=${id}`)).body.isGone).toBe(false);
    await call("DELETE", `/api/media/${id}`, owner);
    expect((await show(tv, `?showing=${id}`)).body.isGone).toBe(true);
    const { id: foreign } = await storeMedia(await createOwner(), { hasFiles: false });
    expect((await show(tv, `?showing=${foreign}`)).body.isGone).toBe(true);
    expect((await show(tv, "?showing=nonsense")).body.isGone).toBe(false);
  });

  test("describes an item for its caption, and includes neither its file nor its hearts", async () => {
    await store("2024-06-02", { description: "By the lake" });
    const [item] = (await items(await shows({ kind: "everything" }))).body.items;
    expect(Object.keys(item ?? {}).sort()).toEqual([
      ...[
        "description",
        "durationMs",
        "editVersion",
        "id",
        "mediaType",
        "month",
        "playable",
        "playableSmall",
      ],
      ...["takenAt", "uploadedBy", "year", "yearPrecision"],
    ]);
  });
});

describe("being on", () => {
  test("is recorded to the minute, and the cookie renewed once a day", async () => {
    const tv = await storeScreen(member);
    const first = await show(tv);
    expect(first.headers.get("set-cookie")).toContain(`${tv.cookie};`);
    const { lastSeenAt } = await db.screen.findUniqueOrThrow({ where: { id: tv.id } });
    expect((await show(tv)).headers.get("set-cookie")).toBeNull();
    expect((await db.screen.findUniqueOrThrow({ where: { id: tv.id } })).lastSeenAt).toEqual(lastSeenAt);
    const before = new Date(Date.now() - 5 * 60_000);
    await db.screen.update({ where: { id: tv.id }, data: { lastSeenAt: before } });
    expect((await list(member)).body[0]?.isOn).toBe(false);
    await show(tv);
    expect((await list(member)).body[0]?.isOn).toBe(true);
  });
});

describe("a screen ends", () => {
  async function expectEnded(tv: Cookie, mediaId: string): Promise<void> {
    expect(await show(tv)).toMatchObject(notPaired);
    expect(await items(tv)).toMatchObject(notPaired);
    expect((await call("GET", `/api/images/medium/${mediaId}`, tv)).status).toBe(401);
  }
  const endings: [string, (about: FamilyPerson & { screenId: string }) => Promise<unknown>][] = [
    ["when it is removed", ({ cookie, screenId }) => remove({ cookie }, screenId)],
    ["with the membership", (person) => removeMember(person)],
    [
      "with a new password",
      ({ cookie }) =>
        call("POST", "/api/auth/change-password", {
          cookie,
          json: { currentPassword: testPassword, newPassword: "a longer new password" },
        }),
    ],
    [
      "when the other devices are signed out",
      ({ cookie }) => call("DELETE", "/api/auth/sessions", { cookie }),
    ],
    [
      "with the account",
      ({ cookie }) => call("DELETE", "/api/user", { cookie, json: { password: testPassword } }),
    ],
    [
      "with a temporary password",
      ({ userId }) => call("POST", `/api/users/${userId}/temporary-password`, { cookie: owner.cookie }),
    ],
  ];

  test.each(endings)("%s, at once and with its pictures", async (_, end) => {
    const { id } = await storeMedia(owner);
    const tv = await storeScreen(member);
    const another = await storeScreen(owner);
    expect((await show(tv)).status).toBe(200);
    expect((await call("GET", `/api/images/medium/${id}`, tv)).status).toBe(200);
    await end({ ...member, screenId: tv.id });
    await expectEnded(tv, id);
    expect((await show(another)).status).toBe(200);
  });

  test("is in the activity log", async () => {
    const tv = await storeScreen(member);
    expect((await remove(member, tv.id)).status).toBe(204);
    expect((await remove(member, tv.id)).status).toBe(404);
    const activity = await call<{ words: string }[]>("GET", "/api/user/activity", member);
    expect(activity.body[0]?.words).toBe("Removed the TV or frame “Living room”");
  });

  test("while its family or person is suspended, and comes back after", async () => {
    const tv = await storeScreen(member);
    const { familyId, userId } = member;
    const suspend = async (suspendedAt: Date | null) => {
      await db.family.update({ where: { id: familyId }, data: { suspendedAt } });
      forgetSessions(() => true);
    };
    await suspend(new Date());
    expect(await show(tv)).toMatchObject({ status: 403, body: { code: "family_suspended" } });
    await suspend(null);
    expect((await show(tv)).status).toBe(200);
    await db.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    forgetSessions(() => true);
    expect(await show(tv)).toMatchObject(notPaired);
  });
});

test("an unpaired cookie, or none, opens nothing", async () => {
  for (const cookie of [screenCookie("nobody"), screenCookie("x".repeat(200)), ""]) {
    expect(await show({ cookie })).toMatchObject(notPaired);
    expect(await items({ cookie })).toMatchObject(notPaired);
  }
  // A session doesn't count as a screen.
  expect(await show(owner)).toMatchObject(notPaired);
});

describe("pictures and clips in front of Next", () => {
  test("allow screens as their route handlers declare", async () => {
    const calls = (await loadDeclaredCalls()).flatMap(({ method, path, declaration }) => {
      const found = method === "GET" ? mediaPath(path.replace(/\{\w+\}/, "0")) : null;
      return found
        ? [[path, screenKinds.includes(found.kind), declaration.isOpenToScreens ?? false] as const]
        : [];
    });
    expect(calls).toHaveLength(7);
    expect(calls.filter(([, isOpen, isDeclared]) => isOpen !== isDeclared)).toEqual([]);
  });

  test("are served to a paired screen until it is removed", async () => {
    const { id } = await storeMedia(owner);
    const tv = await storeScreen(member);
    const server = createServer((request, response) => void handleMediaRequest(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const statusOf = async (kind: string) =>
        (await fetch(`http://127.0.0.1:${port}/api/images/${kind}/${id}`, { headers: { Cookie: tv.cookie } }))
          .status;
      expect([await statusOf("medium"), await statusOf("medium"), await statusOf("thumbnail")]).toEqual([
        200, 200, 401,
      ]);
      await remove(member, tv.id);
      expect(await statusOf("medium")).toBe(401);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
