import { randomUUID } from "node:crypto";
import { databasePool, db } from "@/lib/db";
import type { Role } from "@/lib/generated/prisma/enums";
import { type AllowedCall, readAccessList } from "@/tests/support/access-list";
import { type Answer, call } from "@/tests/support/call";
import { type CallerKind, expectedRefusal } from "@/tests/support/callers";
import { crossFamilyRows } from "@/tests/support/canaries/cross-family";
import { idKinds } from "@/tests/support/canaries/ids";
import { captureLog } from "@/tests/support/canaries/log";
import { type Canary, canSee, type Reader } from "@/tests/support/canaries/policy";
import {
  type Asking,
  plantWorld,
  type ReaderKind,
  readerKinds,
  type World,
} from "@/tests/support/canaries/world";
import { withTestDatabase } from "@/tests/support/database";
import { createFamily, createMember, createPerson, type FamilyPerson } from "@/tests/support/factories";
import { startPushService, type TestPushService } from "@/tests/support/push-service";
import { readied, type SampleCall, type SampleRequest, sampleCalls } from "@/tests/support/sample-calls";
import { endMaintenanceMode } from "@/tests/support/super-admin-calls";
import { makeCertificate } from "@/tests/support/test-certificate";
import { withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";
import { workOffQueue } from "@/tests/support/work-off-queue";

// Set before the settings are first read: the log and the pushes are searched too.
const service: TestPushService = await startPushService(makeCertificate());
Object.assign(process.env, {
  LOG_LEVEL: "info",
  PUSH_ALLOWED_HOSTS: service.host,
  PUSH_CA: service.caFile,
});
withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
await withTestStripe();

interface Write extends AllowedCall {
  method: string;
  sample: SampleCall;
}

const writes: Write[] = [...readAccessList().values()].flatMap((allowed) => {
  const method = allowed.name.split(" ")[0] ?? "";
  const sample = sampleCalls[allowed.name];
  return method === "GET" || !sample ? [] : [{ ...allowed, method, sample }];
});

let world: World;
let finder: ReturnType<World["canaries"]["finder"]>;
let log: ReturnType<typeof captureLog>;
const seen = new Set<string>();
let asked = 0;
/** The reader each browser belongs to. */
const browsers = new Map<string, Reader>();
const toldAll = { title: "", message: "" };

beforeAll(async () => {
  world = await plantWorld();
  for (const reader of Object.values(world.readers)) {
    if (!reader.person) continue;
    const subscription = service.subscribe(process.env.VAPID_PUBLIC_KEY);
    const { cookie } = reader.person;
    const { status } = await call("POST", "/api/push/subscribe", { cookie, json: subscription });
    if (status !== 201) throw new Error(`Subscribing was answered ${status}`);
    browsers.set(subscription.endpoint, reader);
  }
  // Two texts that do go out, so that mails and pushes contain words to find.
  toldAll.title = world.canaries.plant("notice", { familyId: world.our });
  toldAll.message = world.canaries.plant("notice", { familyId: world.our });
  finder = world.canaries.finder();
  log = captureLog();
}, 120_000);
afterAll(async () => {
  log.stop();
  await service.stop();
});
afterEach(endMaintenanceMode);

async function wordsIn(bytes: Buffer | string, encoding: string | null = null): Promise<Canary[]> {
  const found = await finder.find(bytes, encoding);
  return world.canaries.all.filter(({ word }) => found.has(word));
}

/** What leaks to this reader from the bytes they received. */
async function leaksIn(reader: Reader, bytes: Buffer | string, place: string): Promise<string[]> {
  const words = await wordsIn(bytes);
  for (const canary of words) if (canSee(reader, canary, place)) seen.add(canary.word);
  return words
    .filter((canary) => !canSee(reader, canary, place))
    .map(({ kind }) => `${place} says a ${kind}`);
}

async function ask(one: Write, cookie: string | null, request: SampleRequest): Promise<Answer> {
  asked++;
  const { path, ...options } = request;
  return call(one.method, path, { cookie, ...options });
}

/** Leaks in an answer. Calls that sign someone else in show that person's words, who is made for the request. */
async function leaksOf(one: Write, reader: Asking, cookie: string | null, request: SampleRequest) {
  const answer = await ask(one, cookie, request);
  const headers = [...answer.headers].map((line) => line.join(": ")).join("\n");
  const leaks = [
    ...(await leaksIn(reader, answer.bytes, one.name)),
    ...(await leaksIn(reader, headers, one.name)),
  ];
  return leaks.map((leak) => `${reader.kind}: ${leak} (${answer.status})`);
}

/** The matrix caller that each reader is let in or refused as. */
const callerKindOf: Record<ReaderKind, CallerKind> = {
  anonymous: "anonymous",
  child: "child",
  member: "member",
  relative: "member",
  admin: "admin",
  owner: "owner",
  otherMember: "member",
  otherOwner: "owner",
  removedMember: "removedMember",
  suspendedMember: "familyless",
  superAdmin: "superAdmin",
};

const roles: Partial<Record<string, Role>> = { admin: "admin", owner: "owner", otherOwner: "owner" };

/** Someone of this kind who can be signed out, renamed and deleted; the planted people stay as they are. */
async function standIn(
  reader: Asking,
  familyId: string | null,
): Promise<{ reader: Asking; insider: FamilyPerson | null }> {
  if (reader.kind === "anonymous") return { reader, insider: null };
  if (reader.kind === "superAdmin") {
    const person = await createPerson({ isSuperAdmin: true });
    return { reader: { ...reader, person, userId: person.userId }, insider: null };
  }
  if (familyId === null) {
    const person = await createPerson();
    return { reader: { ...reader, person, userId: person.userId, memberOf: [] }, insider: null };
  }
  const isChild = reader.kind === "child";
  const person = await createMember(familyId, roles[reader.kind] ?? "member", { isChild });
  return {
    reader: { ...reader, person, userId: person.userId, familyId, memberOf: [familyId] },
    insider: person,
  };
}

/** The planted ids that this call must not touch for this reader: other families', and other people's own things. */
function foreignIds(one: Write, reader: Asking): string[] {
  const kind = idKinds[one.name];
  if (!kind) return [];
  const families = [world.our, world.other, world.suspended].filter((id) => id !== reader.familyId);
  const foreign = families.flatMap((id) => world.canaries.idsOf(kind, id).slice(0, 1));
  const isOwn = one.whose.startsWith("own") && reader.role === "member";
  const relatives = isOwn && reader.familyId ? world.canaries.idsOf(kind, reader.familyId) : [];
  // Nothing is planted for the stand-in, so everything of this kind is someone else's.
  return [...new Set([...foreign, ...relatives.slice(0, 1), ...world.canaries.idsOf(kind, "").slice(0, 3)])];
}

test.each(readerKinds)(
  "no write by %s is answered with a word that they must not see",
  async (kind) => {
    const leaks: string[] = [];
    const planted = world.readers[kind];
    // Refused calls change nothing, as the matrix checks, so the same person asks until a call is allowed.
    let standing: Awaited<ReturnType<typeof standIn>> | undefined;
    for (const one of writes) {
      const isAlone = one.sample.needsOwnFamilies && planted.familyId !== null;
      if (!standing || isAlone)
        standing = await standIn(planted, isAlone ? await createFamily() : planted.familyId);
      const { reader, insider } = standing;
      const cookie = reader.person?.cookie ?? null;
      for (const id of foreignIds(one, planted)) {
        leaks.push(...(await leaksOf(one, reader, cookie, await one.sample.request(id))));
      }
      const isRefused = expectedRefusal(one.who, callerKindOf[kind]) !== null;
      if (isAlone || !isRefused) standing = undefined;
      if (isRefused) continue;
      const own = await readied(one.sample, { person: reader.person, insider });
      const path = (await one.sample.request(own || randomUUID())).path;
      if (path.includes("//")) continue;
      leaks.push(...(await leaksOf(one, reader, cookie, await one.sample.request(own || randomUUID()))));
      await endMaintenanceMode();
    }
    expect([...new Set(leaks)]).toEqual([]);
  },
  180_000,
);

test("what is written to a family reaches the family and nobody else", async () => {
  const { owner, otherOwner, member } = world.readers;
  // The tests above queued pictures to make that nobody needs.
  await databasePool().query("DELETE FROM graphile_worker._private_jobs");
  const notice = await call("POST", "/api/notices", { cookie: owner.person?.cookie ?? null, json: toldAll });
  expect(notice.status).toBe(201);
  const json = { text: toldAll.message };
  const [mediaId = ""] = world.canaries.idsOf("media", world.our);
  for (const reader of [owner, member, otherOwner]) {
    await call("POST", `/api/media/${mediaId}/comments`, { cookie: reader.person?.cookie ?? null, json });
  }
  log.stop();
  await workOffQueue();
  log = captureLog();

  const pushed: string[] = [];
  const reached = new Set<string>();
  for (const { endpoint, data } of service.received) {
    const reader = browsers.get(endpoint);
    if (!reader) throw new Error("A push went to a browser that nobody has");
    const before = seen.size;
    pushed.push(...(await leaksIn(reader, JSON.stringify(data), "push")));
    if (seen.size > before || data.title.includes(toldAll.title)) reached.add(reader.userId ?? "");
  }
  expect(pushed).toEqual([]);
  expect(service.received.length).toBeGreaterThan(3);

  const notifications = await db.notification.findMany({
    select: { userId: true, title: true, message: true, familyId: true },
  });
  const listed: string[] = [];
  for (const { userId, familyId, ...text } of notifications) {
    const planted = Object.values(world.readers).find((reader) => reader.userId === userId);
    const reader = planted ?? {
      userId,
      familyId,
      role: "member" as const,
      memberOf: [familyId],
      isSuperAdmin: false,
    };
    // A closed family's notifications wait until it reopens; a removed person's are from before.
    const then = { ...reader, familyId, memberOf: [familyId] };
    listed.push(...(await leaksIn(then, JSON.stringify(text), "notification")));
  }
  expect(listed).toEqual([]);
  expect(notifications.some(({ message }) => message.includes(toldAll.message))).toBe(true);
});

test("every mail and SMS contains only what its recipient may see", async () => {
  const messages = await db.outboxMessage.findMany({
    where: { template: { not: "passwordChanged" } },
    select: { recipient: true, template: true, subject: true, text: true, html: true },
  });
  expect(messages.length).toBeGreaterThan(20);
  const leaks: string[] = [];
  for (const { recipient, template, ...text } of messages) {
    const words = await wordsIn(JSON.stringify(text));
    const { rows } = await databasePool().query<{ id: string; families: string[]; isAdmin: boolean }>(
      `SELECT u.id, coalesce(array_agg(m."familyId"::text) FILTER (WHERE m."familyId" IS NOT NULL), '{}') AS families,
              coalesce(bool_or(m.role <> 'member'), false) AS "isAdmin"
       FROM "User" u LEFT JOIN "Membership" m ON m."userId" = u.id
       WHERE u.email = $1 OR u."phoneNumber" = $1 GROUP BY u.id`,
      [recipient],
    );
    const [person] = rows;
    for (const canary of words) {
      const isOwn = person !== undefined && canary.userId === person.id;
      const isOfFamily = person?.families.includes(canary.familyId ?? "") ?? false;
      // An invitation names the inviter and the family to someone who has no account yet.
      const isInvited =
        template === "invitation" &&
        ["familyName", "username", "personName", "nickname"].includes(canary.kind);
      const role = person?.isAdmin ? ("admin" as const) : ("member" as const);
      const familyId = isOfFamily ? (canary.familyId ?? null) : null;
      const reader = {
        userId: person?.id ?? null,
        familyId,
        role,
        memberOf: person?.families ?? [],
        isSuperAdmin: false,
      };
      // People who leave are told where their pictures stay.
      const isFarewell = template === "accountDeleted" && canary.kind === "familyName";
      if (!isOwn && !isInvited && !isFarewell && canary.word !== recipient && !canSee(reader, canary, "mail"))
        leaks.push(`${template} says a ${canary.kind}`);
    }
  }
  expect([...new Set(leaks)]).toEqual([]);
});

test("no row of one family refers to another's, whatever ids were sent", async () => {
  expect(await crossFamilyRows()).toEqual([]);
});

test("the log contains none of the words", async () => {
  const kinds = (await wordsIn(log.lines.join(""))).map(({ kind }) => kind);
  // Paths contain row ids, which help the operator find what went wrong.
  const ids = ["sessionId", "basketItem"];
  expect([...new Set(kinds)].filter((kind) => !ids.includes(kind))).toEqual([]);
  log.stop();
  console.info(
    `Canaries: ${writes.length} calls that write x ${readerKinds.length} callers, ${asked} answers, ` +
      `${service.received.length} pushes, 0 leaks.`,
  );
});
