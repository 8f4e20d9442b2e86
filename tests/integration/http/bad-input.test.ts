import { z } from "zod";
import { type Answer, call, loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { databasePrint } from "@/tests/support/database-print";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createPerson,
  type FamilyPerson,
  type Person,
} from "@/tests/support/factories";
import { giveTestPassword } from "@/tests/support/password-calls";
import { readied, type SampleCall, type SampleRequest, sampleCalls } from "@/tests/support/sample-calls";
import { endMaintenanceMode } from "@/tests/support/super-admin-calls";
import { familyFiles, withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";

withTestDatabase({ keepsRows: true });
await withTestStripe();

let owner: FamilyPerson;
let superAdmin: Person;
beforeAll(async () => {
  owner = await createMember(await createFamily(), "owner");
  superAdmin = await createPerson({ isSuperAdmin: true });
});

const calls = (await loadDeclaredCalls()).map(({ method, path, declaration }) => {
  const name = `${method} ${path}`;
  return { name, method, path, declaration, sample: sampleCalls[name] as SampleCall };
});
type OneCall = (typeof calls)[number];

type State = [rows: string, files: string[]];
const readState = async (): Promise<State> => [await databasePrint(), familyFiles()];

/** The last valid request, if only refusals have followed, so that its target is unchanged. */
let unused: { one: OneCall; request: SampleRequest } | undefined;
/** The state before the current run of refusals, which are all compared with it at once. */
let untouched: State | undefined;

async function expectUntouched(): Promise<void> {
  const before = untouched;
  untouched = undefined;
  if (before) expect(await readState()).toEqual(before);
}

// Runs before the hooks that change something themselves.
afterEach(expectUntouched);
// A call may have changed the password that later calls need.
afterEach(() => giveTestPassword(owner.userId));
// A super admin's call may have turned on maintenance mode.
afterEach(endMaintenanceMode);
afterEach(() => {
  // Its target may have had files, which are removed now.
  if (familyFiles().length > 0) unused = undefined;
});
withTestStorage();

async function sampleOf(one: OneCall): Promise<SampleRequest> {
  if (unused?.one.name !== one.name) {
    await expectUntouched();
    const id = await readied(one.sample, { person: owner, insider: owner });
    unused = { one, request: await one.sample.request(id) };
  }
  return unused.request;
}

function send(one: OneCall, { path, ...options }: SampleRequest): Promise<Answer> {
  const caller = ["superAdmin", "reports"].includes(one.declaration.access) ? superAdmin : owner;
  return call(one.method, path, { cookie: caller.cookie, ...options });
}

/** Answered or refused, as the schema says. */
async function ask(one: OneCall, request: SampleRequest): Promise<Answer> {
  await expectUntouched();
  if (one.method !== "GET") unused = undefined;
  return send(one, request);
}

/** Refused as invalid input: never a 500, and no file or row left behind. */
async function expectRefused(one: OneCall, request: SampleRequest, what: string): Promise<Answer> {
  untouched ??= await readState();
  const answer = await send(one, request);
  if (answer.status < 400 || answer.status >= 500) throw new Error(`${what}: ${answer.status}`);
  expectErrorBody(answer);
  return answer;
}

function deep(levels: number): unknown {
  let value: unknown = "bottom";
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** No field accepts any of these, whatever its schema says. */
const neverTaken: [string, unknown][] = [
  ["null", null],
  ["an operator", { contains: "" }],
  ["another operator", { not: null }],
  ["an empty object", {}],
  ["an empty list", []],
  ["a list of 10,000", Array.from({ length: 10_000 }, () => "x")],
  ["deep nesting", deep(2000)],
  ["__proto__", JSON.parse('{"__proto__":{"isAdmin":true}}')],
];

/** Values that a field may or may not accept: its schema decides, and nothing breaks. */
const extremes: [string, unknown][] = [
  ["an empty text", ""],
  ["white space", "   \t\n"],
  ["a huge text", "x".repeat(200_000)],
  ["a long text", "x".repeat(3000)],
  ["a NUL", "a\u0000b"],
  ["a lone surrogate", "a\ud800b"],
  ["emoji", "👩‍👩‍👧‍👦🏳️‍🌈"],
  ["a text from right to left", "\u202etxt.exe"],
  ["NaN as a text", "NaN"],
  ["a number as a text", "7"],
  ["true", true],
  ["zero", 0],
  ["a negative number", -1],
  ["a fraction", 1.5],
  ["the largest whole number", Number.MAX_SAFE_INTEGER],
  ["1e308", 1e308],
];

const fields = calls.flatMap((one) => {
  const { body } = one.declaration;
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape).map(([field, schema]) => ({
    ...one,
    field,
    schema: schema as z.ZodType,
  }));
});

describe.each(fields)("$name with a wrong $field", (one) => {
  const { field, schema } = one;

  test("of a type that no field accepts", async () => {
    for (const [what, value] of neverTaken) {
      // Null or an empty list can be how something is cleared.
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
      if (isEmpty && schema.safeParse(value).success) continue;
      const sample = await sampleOf(one);
      const answer = await expectRefused(
        one,
        { ...sample, json: { ...(sample.json as object), [field]: value } },
        what,
      );
      // The answer may name a part of the field too: keys.p256dh.
      const [named] = String(answer.body.field).split(".");
      expect([what, answer.status, named]).toEqual([what, 400, field]);
    }
  });

  test("is named if the schema refuses it, and breaks nothing if it doesn't", async () => {
    for (const [what, value] of extremes) {
      const sample = await sampleOf(one);
      const request = { ...sample, json: { ...(sample.json as object), [field]: value } };
      if (schema.safeParse(value).success) {
        const answer = await ask(one, request);
        if (answer.status >= 500) throw new Error(`${what}: ${answer.status}`);
        if (answer.status >= 400) expectErrorBody(answer);
      } else {
        const answer = await expectRefused(one, request, what);
        if (answer.status === 400) expect([what, answer.body.field]).toEqual([what, field]);
        else expect([what, answer.status]).toEqual([what, 413]);
      }
    }
  });

  test("that is missing", async () => {
    const sample = await sampleOf(one);
    const { [field]: _, ...rest } = sample.json as Record<string, unknown>;
    if (schema.safeParse(undefined).success) {
      expect((await ask(one, { ...sample, json: rest })).status).toBeLessThan(500);
      return;
    }
    const answer = await expectRefused(one, { ...sample, json: rest }, "missing");
    expect([answer.status, answer.body.field]).toEqual([400, field]);
  });
});

const rawBodies: [string, BodyInit][] = [
  ["nothing", ""],
  ["a brace", "{"],
  ["null", "null"],
  ["a number", "1"],
  ["a text", '"text"'],
  ["a list", "[]"],
  ["a list of objects", "[{}]"],
  ["NaN", "NaN"],
  ["a form", "a=1&b=2"],
  ["XML", "<?xml version='1.0'?><a/>"],
  ["a trailing comma", '{"a":1,}'],
  ["two objects", "{}{}"],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", new Uint8Array(Buffer.from("{}", "utf16le"))],
  ["deep lists", "[".repeat(50_000)],
  ["deep objects", '{"a":'.repeat(40_000)],
  ["closed deep lists", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["only __proto__", '{"__proto__":{"isAdmin":true,"mediaId":"x"}}'],
  ["only constructor", '{"constructor":{"prototype":{"isAdmin":true}}}'],
];

describe.each(calls.filter(({ declaration }) => declaration.body))("$name with a body that is", (one) => {
  test.each(rawBodies)("%s", async (what, body) => {
    const { path } = await sampleOf(one);
    // Unknown keys are stripped, and such a call may come without any.
    if (one.declaration.isBodyOptional && what.startsWith("only ")) {
      expect((await ask(one, { path, body, type: "application/json" })).status).toBe(one.sample.status);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
      return;
    }
    const answer = await expectRefused(one, { path, body, type: "application/json" }, what);
    // Without its unknown keys a body can be well-formed and still be refused by a rule.
    expect(what.startsWith("only ") ? [400, 422] : [400, 413]).toContain(answer.status);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test("truncated anywhere", async () => {
    const sample = await sampleOf(one);
    const whole = Buffer.from(JSON.stringify(sample.json));
    const places = [1, 2, Math.floor(whole.length / 3), Math.floor(whole.length / 2), whole.length - 1];
    for (const at of places) {
      const body = new Uint8Array(whole.subarray(0, at));
      await expectRefused(one, { path: sample.path, body, type: "application/json" }, `cut at ${at}`);
    }
  });

  test("without a content type, or with another one", async () => {
    const sample = await sampleOf(one);
    for (const type of [undefined, "application/xml", "application/jsonp", "json", "application/ld+json"]) {
      const body = JSON.stringify(sample.json);
      const answer = await expectRefused(
        one,
        { path: sample.path, body, ...(type ? { type } : {}) },
        String(type),
      );
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });
});

const queryValues = [
  "",
  " ",
  "NaN",
  "-1",
  "0",
  "1.5",
  "1e308",
  "Infinity",
  "0x10",
  "99999999999999999999",
  "abc",
  "\u0000",
  "a\u0000b",
  "🙈",
  "%",
  "%25",
  "_",
  "\\",
  '\'; DROP TABLE "Media"; --',
  "#",
  "[]",
  "x".repeat(5000),
  // List cursors that nobody was ever given.
  Buffer.from("0.0.not-an-id").toString("base64url"),
  Buffer.from("99.8640000000000000.01900000-0000-7000-8000-000000000001").toString("base64url"),
  Buffer.from("0.-8640000000000000.01900000-0000-7000-8000-000000000001").toString("base64url"),
  Buffer.from("0.-62200000000000.01900000-0000-7000-8000-000000000001").toString("base64url"),
  Buffer.from("0.1.5.01900000-0000-7000-8000-000000000001").toString("base64url"),
  Buffer.from("0.1e3.01900000-0000-7000-8000-000000000001").toString("base64url"),
];

const queries = calls.flatMap((one) => {
  const { query } = one.declaration;
  return query instanceof z.ZodObject
    ? Object.keys(query.shape).map((name) => ({ ...one, parameter: name }))
    : [];
});

test.each(queries)("$name with an odd ?$parameter= is answered or refused with its name", async (one) => {
  for (const value of queryValues) {
    const { path, ...asSample } = await sampleOf(one);
    const asked = `${path}${path.includes("?") ? "&" : "?"}${one.parameter}=${encodeURIComponent(value)}`;
    const answer = await ask(one, { ...asSample, path: asked });
    if (answer.status === one.sample.status) continue;
    // A malformed id is not found, like a missing one.
    if (answer.status === 404 && one.parameter.endsWith("Id")) continue;
    expect([value, answer.status, answer.body.field]).toEqual([value, 400, one.parameter]);
    expectErrorBody(answer);
  }
  const { path } = await sampleOf(one);
  const twice = `${path.split("?")[0]}?${one.parameter}=2&${one.parameter}=3&${one.parameter}[contains]=&__proto__=1`;
  expect((await ask(one, { path: twice })).status).toBeLessThan(500);
});

const oddParts = [
  "\u0000",
  "a\u0000b",
  "..",
  "../../etc/passwd",
  "__proto__",
  "null",
  "undefined",
  "-1",
  "1e3",
  "12345",
  "🙈",
  "'",
  "%",
  " ",
  "x".repeat(5000),
];
const withParameters = calls.filter(
  // A preview is drawn for any link, so it doesn't reveal which ones are right.
  ({ path, name }) => path.includes("{") && name !== "GET /api/share-preview/{token}",
);

test.each(withParameters)("$name with an odd part in its path is not found", async (one) => {
  for (const part of oddParts) {
    const { json } = await sampleOf(one);
    const path = one.path.replace(/\{[^}]+\}/g, encodeURIComponent(part).replaceAll(".", "%2e"));
    // URL would resolve encoded dots as a parent folder; Next passes them on as a parameter.
    if (part.startsWith("..") && part.length === 2) continue;
    const answer = await expectRefused(one, { path, ...(json === undefined ? {} : { json }) }, part);
    expect([part, answer.status, answer.body.code]).toEqual([part, 404, "not_found"]);
  }
});
