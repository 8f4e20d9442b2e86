import { randomUUID } from "node:crypto";
import { recoveryCodeCount } from "@/lib/account/security/schema";
import { db } from "@/lib/db";
import { type Answer, call, loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { databaseState } from "@/tests/support/database-print";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createPerson,
  type FamilyPerson,
  type Person,
} from "@/tests/support/factories";
import { faultRounds, isFullRun } from "@/tests/support/fault-rounds";
import { expectInvariants } from "@/tests/support/invariants";
import { readied, type SampleCall, type SampleRequest, sampleCalls } from "@/tests/support/sample-calls";
import { endMaintenanceMode } from "@/tests/support/super-admin-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
await withTestStripe();
// A super admin's call may have turned on maintenance mode.
afterEach(endMaintenanceMode);

const rounds = faultRounds({ full: 3, few: 1 });

interface Mutation {
  name: string;
  method: string;
  isCreating: boolean;
  isForSuperAdmin: boolean;
  sample: SampleCall;
}

const mutations: Mutation[] = (await loadDeclaredCalls()).flatMap(({ method, path, declaration }) => {
  const name = `${method} ${path}`;
  const sample = sampleCalls[name];
  if (method === "GET" || !sample || sample.status >= 400) return [];
  const isForSuperAdmin = ["superAdmin", "reports"].includes(declaration.access);
  return [{ name, method, isCreating: declaration.isCreating ?? false, isForSuperAdmin, sample }];
});

/** Requests that rightly take effect each time, though they create nothing by a key. */
const doesAgain: Record<string, string> = {
  "POST /api/admin/diagnostics/media/{id}/rebuild": "an admin asks for the pictures to be made anew",
  "POST /api/auth/keys": "keeping the answer for its repetition would keep the key",
  "POST /api/auth/second-factor": "each request shows a new secret, which counts once it is confirmed",
  "POST /api/auth/second-factor/recovery-codes": "new codes take the place of the old ones",
  "POST /api/direct-access": "a new link takes the place of the old one, and the person hears of each",
  "POST /api/invitations/{id}/resend": "a new link takes the place of the old one",
  "POST /api/print-providers/{name}/test": "each test is noted for the diagnostics",
  "POST /api/push/subscribe": "the time of the last sign of life is kept",
  "POST /api/super-admin/api-keys": "keeping the answer for its repetition would keep the key",
  "POST /api/setup/test-mail": "each test is sent, as the person asks again because none came",
  "PUT /api/super-admin/email-templates/{name}": "the time of the edit is kept",
  "POST /api/users/{id}/temporary-password": "a new password takes the place of the old one",
};

type State = Awaited<ReturnType<typeof databaseState>>;

/** Tables whose content differs. */
const changed = (before: State, after: State) =>
  [...after].flatMap(([table, { print }]) => (print === before.get(table)?.print ? [] : [table]));

/** The number of rows added or removed, by table. */
const growth = (before: State, after: State) =>
  Object.fromEntries(
    [...after].flatMap(([table, { rows }]) => {
      const more = rows - (before.get(table)?.rows ?? 0);
      return more === 0 ? [] : [[table, more]];
    }),
  );

interface Submission {
  person: Person;
  submit: () => Promise<Answer>;
}

/** Resets the installation, as if nobody had changed its settings or asked for its news. */
async function freshHouse(): Promise<void> {
  await endMaintenanceMode();
  await db.mailTemplateEdit.deleteMany({});
  await db.user.updateMany({ data: { settings: {} } });
}

/** A person of their own with a request that would succeed. */
async function ready(one: Mutation, key?: string): Promise<Submission> {
  if (one.isForSuperAdmin) await freshHouse();
  const familyId = await createFamily();
  const owner: FamilyPerson = await createMember(familyId, "owner");
  // The last owner can't leave.
  if (one.name === "POST /api/organization/leave") await createMember(familyId, "owner");
  const person = one.isForSuperAdmin ? await createPerson({ isSuperAdmin: true }) : owner;
  const id = await readied(one.sample, { person, insider: owner });
  const { path, ...options }: SampleRequest = await one.sample.request(id);
  const headers = { ...options.headers, ...(key ? { "Idempotency-Key": key } : {}) };
  return { person, submit: () => call(one.method, path, { cookie: person.cookie, ...options, headers }) };
}

const isDone = ({ status }: Answer) => status < 400;
const isReplay = ({ headers }: Answer) => headers.get("idempotency-replayed") !== null;

function expectMessages(answers: Answer[]): void {
  for (const answer of answers) {
    if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
    if (!isDone(answer)) expectErrorBody(answer);
  }
}

const together = (submit: Submission["submit"]) => Promise.all([submit(), submit(), submit()]);

async function inTurn(submit: Submission["submit"]): Promise<Answer[]> {
  return [await submit(), await submit()];
}

/** Sends a request and measures its growth; sending it twice more must change nothing more. */
async function expectRepeatable(one: Mutation): Promise<Record<string, number>> {
  const { submit } = await ready(one);
  const before = await databaseState();
  const first = await submit();
  expect(first.status).toBe(one.sample.status);
  const once = await databaseState();
  const again = await inTurn(submit);
  expectMessages(again);
  if (!one.isCreating && !doesAgain[one.name]) expect(changed(once, await databaseState())).toEqual([]);
  return growth(before, once);
}

/**
 * Three times at once, then twice more, with one key: done once, with the same answer from then on.
 * @param single what one request creates, if known
 */
async function expectOnceByKey(one: Mutation, single?: Record<string, number>): Promise<void> {
  const { submit } = await ready(one, randomUUID());
  const before = await databaseState();
  const answers = await together(submit);
  expectMessages(answers);
  const [done, ...others] = answers.filter((answer) => isDone(answer) && !isReplay(answer));
  expect([done?.status, others.length]).toEqual([one.sample.status, 0]);
  const after = await databaseState();
  if (single) expect(growth(before, after)).toEqual(single);
  for (const answer of await inTurn(submit)) {
    expect([answer.status, isReplay(answer)]).toEqual([done?.status, true]);
    expect(answer.body).toEqual(done?.body);
  }
  expect(changed(after, await databaseState())).toEqual([]);
}

/** Three times at once without a key, as a double click does, then twice more: the effect of one. */
async function expectOnceAtOnce(one: Mutation, single?: Record<string, number>): Promise<void> {
  const { submit } = await ready(one);
  const before = await databaseState();
  const answers = await together(submit);
  expectMessages(answers);
  expect(answers.filter(isDone).length).toBeGreaterThan(0);
  const after = await databaseState();
  if (one.isCreating || doesAgain[one.name]) return;
  if (single) expect(growth(before, after)).toEqual(single);
  expectMessages(await inTurn(submit));
  expect(changed(after, await databaseState())).toEqual([]);
}

test.each(mutations)("$name, submitted twice and three times, has one effect", async (one) => {
  for (let round = 0; round < rounds; round++) {
    const single = isFullRun ? await expectRepeatable(one) : undefined;
    if (one.isCreating) await expectOnceByKey(one, single);
    if (!one.isCreating || isFullRun) await expectOnceAtOnce(one, single);
  }
});

test("recovery codes requested three times at once are one set", async () => {
  const name = "POST /api/auth/second-factor/recovery-codes";
  const { person, submit } = await ready(mutations.find((one) => one.name === name) as Mutation);
  expectMessages(await together(submit));
  expect(await db.recoveryCode.count({ where: { userId: person.userId } })).toBe(recoveryCodeCount);
});

test("afterwards the invariants hold", async () => {
  await expectInvariants();
});
