import { randomUUID } from "node:crypto";
import { actorFromCookies, forgetSessions } from "@/lib/core/auth/server/sessions";
import { type AllowedCall, readAccessList, type Who } from "@/tests/support/access-list";
import { type Answer, call, loadDeclaredCalls } from "@/tests/support/call";
import {
  type Caller,
  type CallerKind,
  callerKinds,
  createCaller,
  expectedRefusal,
} from "@/tests/support/callers";
import { withTestDatabase } from "@/tests/support/database";
import { databasePrint } from "@/tests/support/database-print";
import { createFamily, createMember, type FamilyPerson } from "@/tests/support/factories";
import { giveTestPassword } from "@/tests/support/password-calls";
import { readied, type SampleCall, type SampleRequest, sampleCalls } from "@/tests/support/sample-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";

withTestDatabase({ keepsRows: true });
withTestStorage();
await withTestStripe();

interface MatrixCall extends Omit<AllowedCall, "who"> {
  method: string;
  access: Who;
  sample: SampleCall;
}

const declared = await loadDeclaredCalls();
// The expected access comes from the frozen list; access-list.test.ts checks that it names every call.
const calls: MatrixCall[] = [...readAccessList().values()].flatMap(({ name, who, whose }) => {
  const sample = sampleCalls[name];
  return sample ? [{ name, method: name.split(" ")[0] ?? "", access: who, whose, sample }] : [];
});
const guardedCalls = calls.filter(
  ({ access }) => !["anyone", "visitor", "signature or key", "screen"].includes(access),
);
const unsafeCalls = calls.filter(({ method }) => method !== "GET");

let our: FamilyPerson;
let other: FamilyPerson;

beforeAll(async () => {
  our = await createMember(await createFamily(), "owner");
  other = await createMember(await createFamily({ name: "The others" }), "owner");
});
// A call may have removed the password that later calls need.
afterEach(() => giveTestPassword(our.userId, other.userId));

const families = () => ({ our: our.familyId, other: other.familyId });

/** The two families that a call is tried between; a call that ends families gets its own. */
async function familiesFor({ sample }: MatrixCall): Promise<{ our: FamilyPerson; other: FamilyPerson }> {
  if (!sample.needsOwnFamilies) return { our, other };
  return {
    our: await createMember(await createFamily(), "owner"),
    other: await createMember(await createFamily({ name: "The others" }), "owner"),
  };
}

/** Someone the list lets in: the family's owner, or a super admin. */
async function rightfulCaller(one: MatrixCall): Promise<Caller> {
  if (one.access.startsWith("super admin")) return createCaller(families(), "superAdmin");
  const owner = await createMember((await familiesFor(one)).our.familyId, "owner");
  return { person: owner, insider: owner };
}

async function ask(one: MatrixCall, caller: Caller, request: SampleRequest): Promise<Answer> {
  const { path, ...options } = request;
  return call(one.method, path, { cookie: caller.person?.cookie ?? null, ...options });
}

/** Expects every request to be refused, and nothing to change. @returns the answers' bodies */
async function expectRefusedUntouched(
  one: MatrixCall,
  caller: Caller,
  requests: SampleRequest[],
  refusal: { status: number; code: string },
): Promise<unknown[]> {
  const before = await databasePrint();
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await ask(one, caller, request));
  expect(answers.map(({ status, body }) => ({ status, code: body?.code }))).toEqual(
    requests.map(() => refusal),
  );
  expect(await databasePrint()).toBe(before);
  return answers.map(({ body }) => body);
}

async function requestsFor({ sample }: MatrixCall, ids: string[]): Promise<SampleRequest[]> {
  const requests: SampleRequest[] = [];
  for (const id of ids) requests.push(await sample.request(id));
  return requests;
}

test("every declared call has a sample request, and every sample a call", () => {
  const names = declared.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(sampleCalls).sort()).toEqual(names.sort());
});

/** Refused callers, shared by all calls; allowed callers are new each time, because their call may change anything. */
const refusedCallers = new Map<CallerKind, Promise<Caller>>();

function refusedCaller(kind: CallerKind): Promise<Caller> {
  const caller = refusedCallers.get(kind) ?? createCaller(families(), kind);
  refusedCallers.set(kind, caller);
  return caller;
}

/**
 * The call's targets, one per person. A refusal leaves a target unchanged, which is checked each time, so all refused
 * callers share one; after an allowed call there is a new one.
 */
class Targets {
  #ids = new Map<string, Promise<string>>();

  constructor(readonly sample: SampleCall) {}

  of(owner: FamilyPerson): Promise<string> {
    const id = this.#ids.get(owner.userId) ?? readied(this.sample, { person: owner, insider: owner });
    this.#ids.set(owner.userId, id);
    return id;
  }

  forget(): void {
    this.#ids.clear();
  }
}

describe.each(calls)("$name ($access)", (one) => {
  const targets = new Targets(one.sample);
  const hasTarget = Boolean(one.sample.target ?? one.sample.ownTarget);

  test.each(callerKinds)("%s", async (kind: CallerKind) => {
    const refusal = expectedRefusal(one.access, kind) ?? one.sample.refusals?.[kind] ?? null;
    const { our, other } = await familiesFor(one);
    const inside = { our: our.familyId, other: other.familyId };
    if (refusal) {
      const caller = await (one.sample.needsOwnFamilies ? createCaller(inside, kind) : refusedCaller(kind));
      // The refusal is the same for every id, so it reveals nothing about what exists.
      const ids = hasTarget
        ? [await targets.of(our), await targets.of(other), randomUUID(), "not-an-id"]
        : [await targets.of(our)];
      const bodies = await expectRefusedUntouched(one, caller, await requestsFor(one, ids), refusal);
      for (const body of bodies) expect(body).toEqual(bodies[0]);
      return;
    }

    const caller = await createCaller(inside, kind);
    if (hasTarget && (caller.insider || (one.sample.ownTarget && caller.person))) {
      const stranger = caller.insider?.familyId === our.familyId ? other : our;
      const gone = { status: 404, code: "not_found" };
      const ids = [await targets.of(stranger), randomUUID(), "not-an-id"];
      const bodies = await expectRefusedUntouched(one, caller, await requestsFor(one, ids), gone);
      for (const body of bodies) expect(body).toEqual(bodies[0]);
    }

    targets.forget();
    const id = await readied(one.sample, caller);
    const answer = await ask(one, caller, await one.sample.request(id));
    const outcome = answer.status < 400 ? "done" : answer.body?.code;
    expect(`${answer.status} ${outcome}`).toBe(
      one.sample.status === 404 ? "404 not_found" : `${one.sample.status} done`,
    );
  });
});

async function whoIs({ person }: Caller) {
  if (!person) return null;
  const actor = await actorFromCookies(person.cookie, false);
  return actor && { ...actor, sessionId: "", userId: "", username: "" };
}

test("refused callers are still who they were", async () => {
  expect(refusedCallers.size).toBe(callerKinds.length);
  forgetSessions(() => true);
  for (const [kind, caller] of refusedCallers) {
    const someoneNew = await createCaller(families(), kind);
    expect([kind, await whoIs(await caller)]).toEqual([kind, await whoIs(someoneNew)]);
  }
});

describe("a person's own things are off limits to others in the same family too", () => {
  const ownCalls = calls.filter(
    ({ whose, sample }) => whose.startsWith("own") && (sample.target ?? sample.ownTarget),
  );

  test.each(ownCalls)("$name ($whose)", async (one) => {
    const target = one.sample.target ?? one.sample.ownTarget;
    const [relative, nosy, admin] = await Promise.all([
      createMember(our.familyId),
      createMember(our.familyId),
      createMember(our.familyId, "admin"),
    ]);
    const askAs = async (insider: FamilyPerson) => {
      const request = await one.sample.request((await target?.(relative)) ?? "");
      const before = await databasePrint();
      const { status } = await ask(one, { person: insider, insider }, request);
      return { status, isUntouched: (await databasePrint()) === before };
    };
    // If the whole family can see the thing itself, a 403 for changing it is fine too.
    const refusals = [404, 403].map((status) => ({ status, isUntouched: true }));
    expect(refusals).toContainEqual(await askAs(nosy));
    if (one.whose === "own") expect(refusals).toContainEqual(await askAs(admin));
    else expect((await askAs(admin)).status).toBe(one.sample.status);
  });
});

/** Every identity claim that older clients send. */
function claimedIdentity(whose: FamilyPerson) {
  return {
    headers: {
      "X-Auth-Token": "true",
      "X-Settings-Token": "true",
      "X-Session-ID": whose.sessionId,
      "X-User-ID": whose.userId,
      Authorization: `Bearer ${whose.sessionId}`,
    },
    fields: { userId: whose.userId, sessionId: whose.sessionId, familyId: whose.familyId, bypass_auth: true },
  };
}

function claiming(request: SampleRequest, whose: FamilyPerson): SampleRequest {
  const { headers, fields } = claimedIdentity(whose);
  const json = { ...(request.json as object | undefined), ...fields };
  return { ...request, headers, ...(request.json === undefined ? {} : { json }) };
}

describe("whatever identity headers and fields claim, the session decides", () => {
  test.each(guardedCalls)("$name without a session", async (one) => {
    const id = await readied(one.sample, { person: our, insider: our });
    const request = claiming(await one.sample.request(id), our);
    const nobody = { person: null, insider: null };
    await expectRefusedUntouched(one, nobody, [request], { status: 401, code: "not_signed_in" });
  });

  const aboutIds = guardedCalls.filter(({ sample }) => sample.target ?? sample.ownTarget);
  test.each(aboutIds)("$name of another family", async (one) => {
    const { request } = one.sample;
    const target = one.sample.target ?? one.sample.ownTarget;
    const caller = await createCaller(families(), "adminElsewhere");
    const outsider = await createMember(caller.insider?.familyId ?? "", "owner");
    const foreign = claiming(await request((await target?.(other)) ?? ""), other);
    const insider = { person: outsider, insider: outsider };
    await expectRefusedUntouched(one, insider, [foreign], { status: 404, code: "not_found" });
  });

  test("an upload and a heart are credited to the session's person", async () => {
    const member = await createMember(our.familyId);
    const upload = sampleCalls["POST /api/media"] as SampleCall;
    const { path, ...options } = claiming(await upload.request(""), other);
    const item = await call<{ id: string; uploadedBy: { id: string } }>("POST", path, {
      ...options,
      cookie: member.cookie,
    });
    expect(item.body.uploadedBy.id).toBe(member.userId);
    const json = { mediaId: item.body.id, userId: other.userId, sessionId: other.sessionId };
    const heart = await call("POST", "/api/hearts", { cookie: member.cookie, json });
    expect(heart.body.userId).toBe(member.userId);
  });

  test.each([
    "next-auth.session-token=forged",
    "next-auth.session-token=",
    "next-auth.session-token",
    "next-auth.session-token=eyJhbGciOiJub25lIn0.eyJ0b2tlbiI6ImEifQ.",
    `__Host-next-auth.session-token=${"a".repeat(4000)}`,
    "other=1; ; =; %=%",
  ])("the cookie %j identifies nobody", async (cookie) => {
    expect((await call("GET", "/api/auth/me", { cookie })).status).toBe(401);
  });
});

describe("a write that another site triggers in the browser is refused", () => {
  const foreignOrigins: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "https://evil.example" },
    // Our host on another port, and one that merely starts like ours.
    { Origin: "http://album.test:8080" },
    { Origin: "http://album.test.evil.example" },
    { Origin: "null" },
    // A forged Sec-Fetch-Site.
    { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
  ];

  test.each(unsafeCalls)("$name", async (one) => {
    const caller = await rightfulCaller(one);
    const id = await readied(one.sample, caller);
    const requests: SampleRequest[] = [];
    for (const headers of foreignOrigins) {
      const sample = await one.sample.request(id);
      requests.push({ ...sample, headers: { ...sample.headers, ...headers } });
    }
    await expectRefusedUntouched(one, caller, requests, { status: 403, code: "cross_site" });
    const own = { Origin: "http://album.test", "Sec-Fetch-Site": "same-origin" };
    const sample = await one.sample.request(id);
    const answer = await ask(one, caller, { ...sample, headers: { ...sample.headers, ...own } });
    expect(answer.status).toBe(one.sample.status);
  });

  /** What a form, or a fetch without a preflight, can send. */
  const formTypes = [
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
  ];

  test.each(unsafeCalls)("$name accepts no form content type", async (one) => {
    const caller = await rightfulCaller(one);
    const id = await readied(one.sample, caller);
    const requests: SampleRequest[] = [];
    for (const type of formTypes) {
      // Mail programs submit this as a form (RFC 8058); the link in it is the proof.
      if (one.name === "POST /api/unsubscribe") continue;
      // Buttons of the small pages that mailed links open: the link is the proof here too.
      const mailed = [
        "POST /api/auth/confirm-email/confirm",
        "POST /api/auth/contact-change",
        "POST /api/letters/heart",
      ];
      if (mailed.includes(one.name)) continue;
      // A phone's gallery sends a form; none of it is read, and the answer only leads home.
      if (one.name === "POST /share-target") continue;
      // The only call that accepts multipart forms; one from another site still fails on its origin, above.
      if (one.name === "POST /api/media" && type.startsWith("multipart/")) continue;
      const { path, json } = await one.sample.request(id);
      requests.push({ path, body: JSON.stringify(json ?? {}), type });
    }
    await expectRefusedUntouched(one, caller, requests, { status: 415, code: "unsupported_content_type" });
  });
});
