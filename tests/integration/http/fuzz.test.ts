import fc from "fast-check";
import { z } from "zod";
import { databasePool, db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { type Answer, call, loadDeclaredCalls, requestOf } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createFamily, createMember, createPerson, type FamilyPerson } from "@/tests/support/factories";
import { familyPrint } from "@/tests/support/fuzz/family-print";
import { type Mutation, mutated, mutationsOf } from "@/tests/support/fuzz/requests";
import { giveTestPassword } from "@/tests/support/password-calls";
import { readied, type SampleCall, sampleCalls } from "@/tests/support/sample-calls";
import { endMaintenanceMode } from "@/tests/support/super-admin-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";

withTestDatabase({ keepsRows: true });
withTestStorage();
await withTestStripe();

/** FUZZ_ROUNDS=200 npm test -- integration -- fuzz; FUZZ_SEED repeats what a seed found. */
const rounds = Number(process.env.FUZZ_ROUNDS ?? 3);
const seed = Number(process.env.FUZZ_SEED ?? 20_240_311);
/** An answer takes at most 5 s; the test machine may run at a third of its normal speed. */
const patienceMs = 15_000;
jest.setTimeout(60_000 + rounds * patienceMs);

const calls = (await loadDeclaredCalls()).map(({ method, path, declaration }) => {
  const name = `${method} ${path}`;
  return { name, method, path, declaration, sample: sampleCalls[name] as SampleCall };
});
type OneCall = (typeof calls)[number];

let stranger: FamilyPerson;
let strangers: string[];
/** Something of the other family for each call that takes an id. */
const foreignIds = new Map<string, string>();
let untouched: Record<string, string[]>;

beforeAll(async () => {
  stranger = await createMember(await createFamily({ name: "The others" }), "owner");
  strangers = [stranger.familyId, stranger.userId];
  for (const { name, sample } of calls) {
    const target = sample.target ?? sample.ownTarget;
    foreignIds.set(name, target ? await target(stranger) : stranger.familyId);
  }
  untouched = await familyPrint(strangers);
  console.info(`FUZZ_SEED=${seed} FUZZ_ROUNDS=${rounds}`);
});

afterEach(endMaintenanceMode);

/** The same number for a name in every run. */
function seedOf(name: string): number {
  let value = seed;
  for (const letter of name) value = (Math.imul(value, 31) + letter.charCodeAt(0)) | 0;
  return value;
}

async function inTime(asked: Promise<Answer>, patience = patienceMs): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** Checks what must be true of any answer. @throws Error saying what isn't */
function checkAnswer(answer: Answer): void {
  // A service that isn't set up, or needs another key, says so with a status of its own.
  if (answer.status >= 500 && ![501, 502, 503].includes(answer.status)) {
    throw new Error(`answered ${answer.status} ${answer.bytes.subarray(0, 300)}`);
  }
  // A range outside the file is refused as HTTP prescribes: with the file's length and no message.
  if (answer.status === 416 && answer.bytes.length === 0) return;
  if (answer.status >= 400) expectErrorBody(answer);
  if (({} as { isAdmin?: boolean }).isAdmin !== undefined) throw new Error("Object.prototype was changed");
}

/** Whether they are still signed in to their family, which many calls end. */
async function isUsable({ userId, familyId, sessionId }: FamilyPerson): Promise<boolean> {
  const { rows } = await databasePool().query(
    `SELECT 1 FROM "Membership" m JOIN "Session" s ON s."userId" = m."userId" AND s."familyId" = m."familyId"
     WHERE m."userId" = $1 AND m."familyId" = $2 AND m.role = 'owner' AND s.id = $3`,
    [userId, familyId, sessionId],
  );
  return rows.length > 0;
}

const newOwner = async () => createMember(await createFamily({ tier: "premium" }), "owner");

interface Round {
  one: OneCall;
  mutation: Mutation;
  caller: FamilyPerson;
  cookie: string | null;
}

async function play({ one, mutation, caller, cookie }: Round): Promise<void> {
  const own = await readied(one.sample, { person: caller, insider: caller });
  const sample = await one.sample.request(own);
  const ids = { own: own || caller.userId, foreign: foreignIds.get(one.name) ?? "" };
  const { path, ...options } = mutated(one, sample, mutation, ids);
  checkAnswer(await inTime(call(one.method, path, { ...options, cookie })));
}

/** A mutation as reports show it, cut to a readable length. */
const describeMutation = (mutation: Mutation) => JSON.stringify(mutation).slice(0, 300);

async function faultsOf(one: OneCall, kind: "owner" | "superAdmin" | "anonymous", count: number) {
  const mutations = fc.sample(mutationsOf(one), { seed: seedOf(`${one.name} ${kind}`), numRuns: count });
  const faults: string[] = [];
  let owner = await newOwner();
  const superAdmin = kind === "superAdmin" ? await createPerson({ isSuperAdmin: true }) : null;
  for (const mutation of mutations) {
    if (!(await isUsable(owner))) owner = await newOwner();
    await giveTestPassword(owner.userId);
    const cookie = kind === "anonymous" ? null : (superAdmin ?? owner).cookie;
    try {
      await play({ one, mutation, caller: owner, cookie });
    } catch (error) {
      faults.push(`${describeMutation(mutation)}: ${(error as Error).message.slice(0, 600)}`);
    }
    if (superAdmin) await endMaintenanceMode();
  }
  return faults;
}

describe.each(calls)("$name", (one) => {
  const isForSuperAdmins = ["superAdmin", "reports"].includes(one.declaration.access);

  test("survives anything an owner sends", async () => {
    expect(await faultsOf(one, isForSuperAdmins ? "superAdmin" : "owner", rounds)).toEqual([]);
  });

  test("survives anything a stranger sends", async () => {
    expect(await faultsOf(one, "anonymous", Math.max(1, Math.floor(rounds / 3)))).toEqual([]);
  });
});

test("a call that breaks on input its schema allows, or never answers, would be found", async () => {
  const body = z.object({ label: z.string(), count: z.number().optional(), tags: z.array(z.string()) });
  const breaking = route({
    summary: "Breaks as calls do that trust their schema.",
    access: "public",
    body,
    answer: "empty",
    handler: async ({ body: { label, count = 0, tags } }) => {
      if (label.includes("\u0000") || count > 1e300 || tags.length > 5000) throw new Error("boom");
      return undefined;
    },
  });
  const one = { method: "POST", path: "/breaking", declaration: breaking.declaration };
  const sample = { path: one.path, json: { label: "sea", count: 1, tags: ["a"] } };
  const found = new Set<string>();
  for (const mutation of fc.sample(mutationsOf(one), { seed, numRuns: 2000 })) {
    const { path, ...options } = mutated(one, sample, mutation, { own: "own", foreign: "foreign" });
    const { status } = await breaking(requestOf(one.method, path, options));
    if (status === 500) found.add(mutation.kind);
  }
  expect(found).toContain("field");
  await expect(inTime(new Promise<never>(() => {}), 20)).rejects.toThrow("no answer within 20 ms");
});

test("none of this touched a row of the other family", async () => {
  expect(await familyPrint(strangers)).toEqual(untouched);
  expect(await db.family.count({ where: { id: stranger.familyId } })).toBe(1);
});
