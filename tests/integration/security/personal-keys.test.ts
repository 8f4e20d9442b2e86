// Before the settings are first read: the log is searched, and limits apply.
Object.assign(process.env, { LOG_LEVEL: "info", RATE_LIMITS: "on" });

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type KeyDto, maxKeys, type NewKeyDto, type OwnKeysDto } from "@/lib/account/keys/schema";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { keyRequests } from "@/lib/http/caller";
import { chargeRateLimit } from "@/lib/http/rate-limit";
import { handleMediaRequest, mediaKeyScope, mediaPath } from "@/server/media-requests";
import { call, loadDeclaredCalls } from "@/tests/support/call";
import { captureLog } from "@/tests/support/canaries/log";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  alsoIn,
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { changeDuring, endSessions } from "@/tests/support/held-person";
import { storeKey } from "@/tests/support/keys";
import { writtenMessages } from "@/tests/support/outbox";
import { resetToken } from "@/tests/support/password-calls";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const wanted = { name: "NAS", scopes: ["upload"], password: testPassword };
const make = ({ cookie }: { cookie: string }, json: object = wanted) =>
  call<NewKeyDto>("POST", "/api/auth/keys", { cookie, json });
const list = async ({ cookie }: { cookie: string }) =>
  (await call<OwnKeysDto>("GET", "/api/auth/keys", { cookie })).body;
const withKey = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });
const years = (key: string) => call("GET", "/api/media/years", withKey(key));
const statusOf = async (key: string) => {
  const { status, body } = await years(key);
  return status === 200 ? 200 : `${status} ${body.code}`;
};

let log: ReturnType<typeof captureLog>;
beforeAll(() => {
  log = captureLog();
});
afterAll(() => log.stop());

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  // The first account of an installation is the operator's.
  await createPerson();
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

describe("making a key", () => {
  test("takes the password, shows the key once, and stores its hash", async () => {
    const made = await make(member);
    expect(made.status).toBe(201);
    const { key, ...shown } = made.body;
    expect(key).toMatch(/^ksp_[\w-]{43}$/);
    expect(shown).toEqual({
      id: expect.any(String),
      name: "NAS",
      hint: key.slice(0, 10),
      scopes: ["upload"],
      family: { id: owner.familyId, name: "The Okafors" },
      createdAt: expect.any(String),
      lastUsedOn: null,
      lastNetwork: null,
    });
    expect(await list(member)).toEqual({ keys: [shown], families: [shown.family] });
    const row = await db.personalKey.findUniqueOrThrow({ where: { id: shown.id } });
    expect(JSON.stringify({ ...row, keyHash: Buffer.from(row.keyHash).toString("latin1") })).not.toContain(
      key,
    );
  });

  test("is reported by mail and in the activity log, and neither contains the key", async () => {
    const { key } = (await make(member)).body;
    const [mail] = await writtenMessages({ recipient: member.email });
    expect(mail).toMatchObject({ template: "securityChange" });
    expect(mail?.text).toContain("The API key “NAS” was created for your account.");
    const activity = await call<{ words: string }[]>("GET", "/api/user/activity", { cookie: member.cookie });
    expect(activity.body[0]?.words).toBe("Created the API key “NAS”");
    const entries = await db.activityEntry.findMany();
    expect(JSON.stringify([mail, entries])).not.toContain(key.slice(4));
  });

  test.each([
    ["name", { ...wanted, name: " " }, 400],
    ["name", { ...wanted, name: "n".repeat(61) }, 400],
    ["scopes", { ...wanted, scopes: [] }, 400],
    ["scopes.0", { ...wanted, scopes: ["admin"] }, 400],
    ["scopes", { ...wanted, scopes: "read" }, 400],
    ["password", { ...wanted, password: undefined }, 400],
    ["password", { ...wanted, password: "not the password" }, 422],
  ])("names %s if %j is wrong", async (field, json, status) => {
    const answer = await make(member, json);
    expectErrorBody(answer);
    expect(answer).toMatchObject({ status, body: { field } });
    expect((await list(member)).keys).toEqual([]);
  });

  test("is for adults in a family", async () => {
    const child = await createMember(owner.familyId, "member", { isChild: true });
    expect(await make(child)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await list(child)).families).toEqual([]);
    expect(await make(await createPerson())).toMatchObject({ status: 403, body: { code: "no_family" } });
  });

  test("is refused in a session opened by an admin's link", async () => {
    await db.session.update({ where: { id: member.sessionId }, data: { method: "directAccess" } });
    forgetSessions(() => true);
    expect(await make(member)).toMatchObject({ status: 403, body: { code: "direct_access_limited" } });
  });

  test("can be for another of the person's families, and no other", async () => {
    const here = await createFamily({ name: "The Bergs" });
    await alsoIn(member, here);
    const made = await make(member, { ...wanted, scopes: ["read"], familyId: here });
    expect(made.body.family).toEqual({ id: here, name: "The Bergs" });
    const foreign = await createFamily();
    for (const familyId of [foreign, "not-an-id"]) {
      expect(await make(member, { ...wanted, familyId })).toMatchObject({ status: 404 });
    }
  });

  test("fails if all sessions end while the request waits", async () => {
    expect(await changeDuring(member.userId, () => make(member), endSessions)).toMatchObject({ status: 401 });
    expect(await db.personalKey.count()).toBe(0);
  });

  test(`gives at most ${maxKeys}, also to two requests at once`, async () => {
    for (let count = 1; count < maxKeys; count++) await storeKey(member);
    const made = await Promise.all([make(member), make(member)]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await list(member)).keys).toHaveLength(maxKeys);
  });
});

describe("a key", () => {
  test("acts as its person, and says who that is", async () => {
    const { headers, id } = await storeKey(member, { scopes: ["upload", "comment"] });
    expect((await call("GET", "/api/auth/key", { headers })).body).toEqual({
      id,
      name: "NAS",
      scopes: ["upload", "comment"],
      username: member.username,
      role: "member",
      family: { id: owner.familyId, name: "The Okafors" },
      firstYear: 2022,
    });
    expect((await call("GET", "/api/auth/key", { cookie: member.cookie })).status).toBe(404);
    const { id: mediaId } = await storeMedia(owner);
    const heart = await call("POST", "/api/hearts", { headers, json: { mediaId } });
    expect(heart).toMatchObject({ status: 201, body: { userId: member.userId } });
  });

  test("is for one family, whichever one the person has selected", async () => {
    const elsewhere = await alsoIn(member, await createFamily(), "owner");
    const [ours, theirs] = [await storeMedia(member), await storeMedia(elsewhere)];
    const { key } = await storeKey(member);
    const see = async (id: string) => (await call("GET", `/api/media/${id}`, withKey(key))).status;
    expect([await see(ours.id), await see(theirs.id)]).toEqual([200, 404]);
  });

  test("has no more rights than the person's current role", async () => {
    const admin = await createMember(owner.familyId, "admin");
    const { key } = await storeKey(admin);
    const { id } = await storeMedia(owner);
    const feature = async () => {
      const { status } = await call("POST", `/api/media/${id}/featured`, {
        ...withKey(key),
        json: { featured: true },
      });
      return status;
    };
    expect(await feature()).toBe(200);
    const role = { cookie: owner.cookie, json: { role: "member" } };
    expect((await call("PATCH", `/api/users/${admin.userId}`, role)).status).toBe(200);
    expect(await feature()).toBe(403);
  });

  test("records the day and the network of its use", async () => {
    const { key } = await storeKey(member);
    const from = { headers: { ...withKey(key).headers, "X-Forwarded-For": "192.0.2.77" } };
    expect((await call("GET", "/api/media/years", from)).status).toBe(200);
    const [shown] = (await list(member)).keys;
    expect(shown).toMatchObject({
      lastUsedOn: new Date().toISOString().slice(0, 10),
      lastNetwork: "192.0.2.0/24",
    } satisfies Partial<KeyDto>);
  });

  test("only counts without a session's cookie", async () => {
    const stranger = await createOwner();
    const { id } = await storeMedia(owner);
    const { headers } = await storeKey(member);
    const asked = (cookie: string) => call("GET", `/api/media/${id}`, { headers, cookie });
    expect((await asked(stranger.cookie)).status).toBe(404);
    expect((await asked(owner.cookie)).status).toBe(200);
    // Even a session that doesn't exist.
    expect((await asked("next-auth.session-token=forged")).status).toBe(401);
    expect((await asked("theme=dark")).status).toBe(200);
  });

  test("needs no same origin, which doesn't weaken sessions or public calls", async () => {
    const { headers } = await storeKey(member);
    const { id: mediaId } = await storeMedia(owner);
    const foreign = { ...headers, Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    const heart = (options: object) => call("POST", "/api/hearts", { json: { mediaId }, ...options });
    const allowed = await heart({ headers: foreign });
    expect(allowed.status).toBe(201);
    expect([...allowed.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(await heart({ headers: foreign, cookie: owner.cookie })).toMatchObject({
      status: 403,
      body: { code: "cross_site" },
    });
    expect((await call("POST", "/api/auth/logout", { headers: foreign })).status).toBe(403);
    expect((await call("POST", "/api/auth/logout", { headers })).status).toBe(200);
  });

  test("is only read from its header, and never logged", async () => {
    log.lines.length = 0;
    const { key, id } = await storeKey(member);
    for (const name of ["key", "access_token", "authorization", "api_key"]) {
      expect((await call("GET", `/api/media/years?${name}=${key}`)).status).toBe(401);
    }
    for (const Authorization of [key, `Basic ${key}`, `Bearer ${key}x`, "Bearer ksp_", `Bearer ${key} x`]) {
      expect((await call("GET", "/api/media/years", { headers: { Authorization } })).status).toBe(401);
    }
    expect(await statusOf(key)).toBe(200);
    expect((await call("GET", "/api/auth/sessions", withKey(key))).status).toBe(403);
    expect(log.lines.join("")).not.toContain(key.slice(4, 20));
    const named = log.lines.map((line) => JSON.parse(line)).filter(({ keyId }) => keyId === id);
    expect(named.map(({ status }) => status)).toEqual([200, 403]);
  });
});

describe("a key ends", () => {
  test("when its person revokes it, and nobody else can", async () => {
    const [one, other] = [await storeKey(member), await storeKey(member)];
    expect(await statusOf(one.key)).toBe(200);
    const end = ({ cookie }: FamilyPerson) => call("DELETE", `/api/auth/keys/${one.id}`, { cookie });
    expect((await end(owner)).status).toBe(404);
    expect(await statusOf(one.key)).toBe(200);
    expect((await end(member)).status).toBe(204);
    expect((await end(member)).status).toBe(404);
    expect(await statusOf(one.key)).toBe("401 key_not_valid");
    expect(await statusOf(other.key)).toBe(200);
    const { body } = await call<{ words: string }[]>("GET", "/api/user/activity", { cookie: member.cookie });
    expect(body[0]?.words).toBe("Revoked the API key “NAS”");
  });

  test("with all others at once", async () => {
    const keys = [await storeKey(member), await storeKey(member)];
    const kept = await storeKey(owner);
    for (const { key } of [...keys, kept]) expect(await statusOf(key)).toBe(200);
    const end = () => call("DELETE", "/api/auth/keys", { cookie: member.cookie });
    expect((await end()).body).toEqual({ count: 2 });
    expect((await end()).body).toEqual({ count: 0 });
    for (const { key } of keys) expect(await statusOf(key)).toBe("401 key_not_valid");
    expect(await statusOf(kept.key)).toBe(200);
    const ended = await db.activityEntry.findMany({ where: { action: "account.keysEnded" } });
    expect(ended.map(({ detail }) => detail)).toEqual([{ count: 2 }]);
  });

  const changePassword = () =>
    call("POST", "/api/auth/change-password", {
      cookie: member.cookie,
      json: { currentPassword: testPassword, newPassword: "lanterns in the meadow" },
    });
  async function resetPassword() {
    const json = { token: await resetToken(member.userId), newPassword: "lanterns in the meadow" };
    return call("POST", "/api/auth/reset-password", { json });
  }
  async function suspend() {
    const { cookie } = await createPerson({ isSuperAdmin: true });
    const json = { reason: "Spam", password: testPassword };
    return call("POST", `/api/super-admin/users/${member.userId}/suspension`, { cookie, json });
  }
  const asOwner = (method: string, path: string, json?: object) =>
    call(method, path, { cookie: owner.cookie, ...(json ? { json } : {}) });
  const asMember = (method: string, path: string, json?: object) =>
    call(method, path, { cookie: member.cookie, ...(json ? { json } : {}) });

  test.each<[string, () => Promise<{ status: number }>]>([
    ["a removal from the family", () => asOwner("DELETE", `/api/users/${member.userId}`)],
    ["leaving the family", () => asMember("POST", "/api/organization/leave")],
    ["a password changed by its person", changePassword],
    ["a password that is reset", resetPassword],
    ["signing out the other devices", () => asMember("DELETE", "/api/auth/sessions")],
    ["a temporary password", () => asOwner("POST", `/api/users/${member.userId}/temporary-password`)],
    ["a suspension", suspend],
    ["the end of the account", () => asMember("DELETE", "/api/user", { password: testPassword })],
    [
      "the end of the family",
      () => asOwner("DELETE", "/api/organization/current", { password: testPassword }),
    ],
  ])("with %s, at once and permanently", async (_, happen) => {
    const { key } = await storeKey(member);
    expect(await statusOf(key)).toBe(200);
    const { status } = await happen();
    expect([200, 204]).toContain(status);
    expect(await statusOf(key)).toBe("401 key_not_valid");
    expect(await db.personalKey.count()).toBe(0);
  });

  test("not with the family's suspension: it is paused", async () => {
    const { key } = await storeKey(member);
    const { cookie } = await createPerson({ isSuperAdmin: true });
    const path = `/api/super-admin/organizations/${owner.familyId}`;
    const setSuspended = (suspended: boolean) => call("PATCH", path, { cookie, json: { suspended } });
    expect((await setSuspended(true)).status).toBe(200);
    expect(await statusOf(key)).toBe("403 family_suspended");
    expect((await setSuspended(false)).status).toBe(200);
    expect(await statusOf(key)).toBe(200);
  });

  test("if its person becomes a child or a super admin", async () => {
    for (const change of [{ isChild: true }, { isSuperAdmin: true }]) {
      const person = await createMember(owner.familyId);
      const { key } = await storeKey(person);
      await db.user.update({ where: { id: person.userId }, data: change });
      expect(await statusOf(key)).toBe("401 key_not_valid");
    }
  });
});

describe("requests with a key are limited", () => {
  test("of forty at once, the remaining ten pass", async () => {
    const { key, id } = await storeKey(member);
    const other = await storeKey(member);
    await chargeRateLimit(keyRequests, id, keyRequests.points - 10);
    const answers = await Promise.all(Array.from({ length: 40 }, () => years(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const [refused] = answers.filter(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await statusOf(other.key)).toBe(200);
  });

  test("a key that guesses ids is stopped after sixty", async () => {
    const { key, id } = await storeKey(member);
    await chargeRateLimit(keyRequests, id, keyRequests.points - 102);
    const { id: foreign } = await storeMedia(await createOwner());
    const guess = async () => (await call("GET", `/api/media/${foreign}`, withKey(key))).status;
    expect([await guess(), await guess(), await guess()]).toEqual([404, 404, 429]);
  });

  test("unknown keys are limited by address", async () => {
    const headers = { Authorization: "Bearer ksp_nobodys", "X-Forwarded-For": "198.51.100.9" };
    const ask = async () => (await call("GET", "/api/media/years", { headers })).status;
    const statuses = new Set<number>();
    for (let count = 0; count < 301; count++) statuses.add(await ask());
    expect([...statuses]).toEqual([401, 429]);
  });
});

describe("photos and clips, which are served before Next", () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => void handleMediaRequest(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("require the scope that their route handlers declare", async () => {
    const calls = (await loadDeclaredCalls()).filter(
      ({ method, path }) => method === "GET" && mediaPath(path.replace(/\{\w+\}/, "0")),
    );
    expect(calls).toHaveLength(7);
    expect(new Set(calls.map(({ declaration }) => declaration.keyScope))).toEqual(new Set([mediaKeyScope]));
  });

  test("are served to a key that can read, from its own family", async () => {
    const { id } = await storeMedia(owner);
    const { id: foreign } = await storeMedia(await createOwner());
    const { port } = server.address() as AddressInfo;
    const see = async (mediaId: string, headers: Record<string, string>) => {
      const path = `/api/images/thumbnail/${mediaId}`;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      const text = await answer.text();
      return answer.status === 200 ? text : `${answer.status} ${JSON.parse(text).code}`;
    };
    const reader = await storeKey(member, { scopes: ["read"] });
    const others = await storeKey(member, { scopes: ["upload", "comment", "manage"] });
    // Repeated, because later answers come from memory.
    for (let time = 0; time < 3; time++) {
      expect(await see(id, reader.headers)).toBe(`thumbnail of ${id}`);
      expect(await see(id, { cookie: owner.cookie })).toBe(`thumbnail of ${id}`);
    }
    expect(await see(id, others.headers)).toBe("403 key_not_allowed");
    expect(await see(id, { Authorization: "Bearer ksp_nobodys" })).toBe("401 key_not_valid");
    expect(await see(id, {})).toBe("401 not_signed_in");
    expect(await see(foreign, reader.headers)).toBe("404 not_found");
    const stranger = await createOwner();
    expect(await see(id, { ...reader.headers, cookie: stranger.cookie })).toBe("404 not_found");
    await chargeRateLimit(keyRequests, reader.id, keyRequests.points);
    expect(await see(id, reader.headers)).toBe("429 too_many_requests");
  });
});
