import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readEquivalents } from "@/tools/mutants/equivalents.mjs";
import { findMutants } from "@/tools/mutants/find-mutants.mjs";
import { Plan } from "@/tools/mutants/plan.mjs";
import { asMarkdown, asText } from "@/tools/mutants/report.mjs";
import { readKilled, writeKilled } from "@/tools/mutants/state.mjs";
import { createSwitch } from "@/tools/mutants/switch.mjs";

const service = "lib/features/boats/service.ts";

const found = (source: string, file = service) =>
  findMutants({ [file]: source }).mutants.map(({ kind, text }) => `${kind} ${text}`);

/** The value of an expression in the instrumented source, with one mutant on or none. */
function evaluate(
  source: string,
  scope: Record<string, unknown>,
  active: string | null = null,
  file = service,
) {
  const { code } = findMutants({ [file]: `const result = ${source};` });
  const keepsakeMutants = createSwitch(
    () => active,
    () => {},
  );
  const names = ["keepsakeMutants", ...Object.keys(scope)];
  return new Function(...names, `${code[file]}\nreturn result;`)(keepsakeMutants, ...Object.values(scope));
}

/** A template tag that shows what a driver would be given. */
const sql = (strings: TemplateStringsArray, ...values: unknown[]) => ({
  text: strings.join("?").replaceAll(/\s+/g, " ").trim(),
  values,
});

const actor = { userId: "ada", familyId: "ours" };

describe("conditions of Prisma queries", () => {
  test("are found in where, however deep, and under a shared name", () => {
    expect(
      found(`
        const own = ({ userId, familyId }) => ({ userId, familyId });
        const where = { id, familyId: actor.familyId };
        export const list = (actor) => db.boat.findMany({ where: own(actor), select: { familyId: true } });
        export const count = () => db.boat.count({ where: { crew: { some: { userId: actor.userId } } } });
        export const one = () => db.boat.findFirst({ where });
      `),
    ).toEqual([
      "where userId",
      "where familyId",
      "where familyId: actor.familyId",
      "fragment own(actor)",
      "where userId: actor.userId",
    ]);
  });

  test("exclude what is written, selected or sorted by, and a unique key that Prisma requires", () => {
    expect(
      found(`
        await db.boat.create({ data: { familyId, userId } });
        await db.boat.update({ where: { id: actor.userId }, data: { familyId } });
        await db.boat.findUnique({ where: { userId_key: { userId, key } } });
        await db.boat.findMany({ orderBy: [{ familyId: "asc" }], select: { userId: true } });
        await recordActivity({ action, actorId, familyId }, client);
      `),
    ).toEqual([]);
  });

  test("in a function with a parameter where count too", () => {
    expect(
      found(`
        const listBoats = (where) => db.boat.findMany({ where });
        export const listOurs = (actor) => listBoats({ familyId: actor.familyId });
      `),
    ).toEqual(["where familyId: actor.familyId"]);
  });

  test("are left out if their mutant is on, and only then", () => {
    const query = "db.boat.deleteMany({ where: { id, familyId: actor.familyId, userId: actor.userId } })";
    const scope = { db: { boat: { deleteMany: (given: unknown) => given } }, actor, id: 7 };
    expect(evaluate(query, scope)).toEqual({ where: { id: 7, familyId: "ours", userId: "ada" } });
    expect(evaluate(query, scope, `${service} where familyId: actor.familyId`)).toEqual({
      where: { id: 7, userId: "ada" },
    });
    // Prisma refuses keys that are present but undefined.
    const dropped = evaluate(query, scope, `${service} where userId: actor.userId`);
    expect(Object.keys(dropped.where)).toEqual(["id", "familyId"]);
  });
});

describe("conditions of SQL", () => {
  const select = [
    'sql`SELECT * FROM "Boat" b LEFT JOIN "Crew" c ON c."userId" = b."userId"',
    `      AND c."familyId" = \${actor.familyId}::uuid`,
    `    WHERE b."familyId" = \${actor.familyId}::uuid AND b."userId" = ANY(\${ids}::uuid[]) AND b.id = \${id}\``,
  ].join("\n");

  test("are found with their parameters; new values and selected columns don't count", () => {
    expect(found(`const a = ${select};`)).toEqual([
      'sql c."userId" = b."userId"',
      `sql c."familyId" = \${actor.familyId}::uuid`,
      `sql b."familyId" = \${actor.familyId}::uuid`,
      `sql b."userId" = ANY(\${ids}::uuid[])`,
    ]);
    expect(
      found(`
        const a = sql\`UPDATE "Boat" SET "familyId" = \${familyId}, "userId" = NULL WHERE name = \${name}\`;
        const b = sql\`INSERT INTO "Boat" ("familyId") SELECT "userId" = \${me} AS mine FROM "Crew"\`;
      `),
    ).toEqual([]);
  });

  test("become true, and every parameter stays bound", () => {
    const scope = { sql, actor, ids: ["x"], id: 7 };
    const plain = evaluate(select, scope);
    expect(plain.text).toContain('WHERE b."familyId" = ?::uuid AND b."userId" = ANY(?::uuid[]) AND b.id = ?');
    const mutated = evaluate(select, scope, `${service} sql b."familyId" = \${actor.familyId}::uuid`);
    expect(mutated.text).toContain('WHERE (b."familyId" = ?::uuid OR TRUE) AND b."userId" = ANY(?::uuid[])');
    expect(mutated.text).toContain('AND c."familyId" = ?::uuid WHERE');
    expect(mutated.values).toEqual(plain.values);
  });

  test("are found in statements with numbered parameters and in lists in brackets", () => {
    expect(
      found(
        'const a = { text: `SELECT 1 FROM "Boat" WHERE "familyId" = $1 AND "userId" IN (SELECT id FROM "User" WHERE (name = $2))` };',
      ),
    ).toEqual(['sql "familyId" = $1', 'sql "userId" IN (SELECT id FROM "User" WHERE (name = $2))']);
  });

  test("include an id if it is the actor's; a bare lock reads nothing", () => {
    expect(
      found(`const a = sql\`SELECT name FROM "User" WHERE id = \${actor.userId}::uuid AND boat = \${id}\`;`),
    ).toEqual([`sql id = \${actor.userId}::uuid`]);
    expect(
      found(`await client.$executeRaw\`SELECT 1 FROM "Family" WHERE id = \${familyId}::uuid FOR UPDATE\`;`),
    ).toEqual([]);
  });

  test("are recognised by their statement, whatever its comments and line breaks", () => {
    const statements = (source: string) =>
      findMutants({ [service]: source }).mutants.map(({ statement }) => statement);
    const [boats] = statements(`const boats = () => db.boat.findMany({ where: { familyId } });`);
    expect(
      statements(`
        import { db } from "@/lib/db"; // Another statement.
        const boats = () =>
          // Whose they are.
          db.boat.findMany({ where: { /* one */ familyId } });
        const cars = 1;
      `),
    ).toEqual([boats]);
    expect(
      statements(`const boats = () => db.boat.findMany({ where: { familyId, sunk: false } });`),
    ).not.toEqual([boats]);
  });

  test("shared by several statements are mutants at each use", () => {
    const source = `
      const shown = (actor) => Prisma.sql\`m."familyId" = \${actor.familyId}::uuid AND m.ready\`;
      export const list = (actor) => db.$queryRaw\`SELECT 1 FROM "Media" m WHERE \${shown(actor)}\`;
      export const one = (actor) => db.$queryRaw\`SELECT 1 FROM "Media" m WHERE \${shown(actor)} AND m.id = 1\`;
    `;
    expect(found(source)).toEqual([
      `sql m."familyId" = \${actor.familyId}::uuid`,
      "fragment shown(actor)",
      "fragment shown(actor)",
    ]);
    class Fragment {
      constructor(
        readonly strings: string[],
        readonly values: unknown[],
      ) {}
    }
    const shown = new Fragment(['m."familyId" = ', "::uuid AND m.ready = ", ""], ["ours", true]);
    const { withoutScope } = createSwitch(
      () => "one",
      () => {},
    );
    expect(withoutScope("other", shown)).toBe(shown);
    expect(withoutScope("one", shown)).toEqual(
      new Fragment(['(m."familyId" = ', "::uuid OR TRUE) AND m.ready = ", ""], ["ours", true]),
    );
    expect(withoutScope("one", { familyId: "ours", media: { userId: "ada", deletedAt: null } })).toEqual({
      media: { deletedAt: null },
    });
  });
});

test("comparisons with the actor let everyone through if their mutant is on", () => {
  const check = "[row.familyId === actor.familyId, row.userId !== actor.userId]";
  const scope = { row: { familyId: "theirs", userId: "bob" }, actor };
  expect(evaluate(check, scope)).toEqual([false, true]);
  expect(evaluate(check, scope, `${service} comparison row.familyId === actor.familyId`)).toEqual([
    true,
    true,
  ]);
  expect(evaluate(check, scope, `${service} comparison row.userId !== actor.userId`)).toEqual([false, false]);
  expect(
    found("if (actor.familyId === null) forgetSessions((seen) => seen.userId === actor.userId);"),
  ).toEqual([]);
});

test.each([
  ["superAdmin", "user"],
  ["reports", "user"],
  ["owner", "admin"],
  ["admin", "member"],
  ["member", "user"],
  ["user", "public"],
])("the access %s of a call becomes %s, at the next request", (level, weaker) => {
  const file = "app/api/boats/route.ts";
  const source = `route({ summary: "Boats.", access: "${level}", answer: schema })`;
  const scope = { route: (given: unknown) => given, schema: 1 };
  expect(evaluate(source, scope, null, file)).toEqual({ summary: "Boats.", access: level, answer: 1 });
  const weakened = evaluate(source, scope, `${file} access access: "${level}"`, file);
  expect(weakened).toEqual({ summary: "Boats.", access: weaker, answer: 1 });
});

test("calls open to everyone can't be weakened", () => {
  const levels = ["public", "visitor", "signed"].map((level) => `route({ access: "${level}" });`);
  expect(found(levels.join("\n"), "app/api/boats/route.ts")).toEqual([]);
});

test("a mutant keeps its id when lines move, and two similar ones differ", () => {
  const ids = (source: string) => findMutants({ [service]: source }).mutants.map(({ id }) => id);
  const query = "db.boat.count({ where: { familyId } });\n";
  expect(ids(query + query)).toEqual([`${service} where familyId`, `${service} where familyId #2`]);
  expect(ids(`// More words.\n\n${query}${query}`)).toEqual(ids(query + query));
});

describe("the plan", () => {
  const mutant = (id: string, isStatic = false) => ({ id, file: service, kind: "where", isStatic });
  const covered = (reached: Record<string, string[]>, ms = 1000) => {
    const durations = Object.fromEntries(["0", "1", "2"].map((place) => [place, 100]));
    return { ms, durations, reached, keepsRows: false };
  };
  const file = "tests/integration/boats/boats.test.ts";

  test("gives each test of a file its own mutant, and the next run the remaining ones", () => {
    const plan = new Plan([mutant("a"), mutant("b")], {
      [file]: covered({ 0: ["a", "b"], 1: ["a"], 2: ["b", "x"] }),
    });
    expect(plan.next()).toEqual({ file, whole: null, pairs: { 0: "a", 1: "a", 2: "b" } });
    // One run of a file at a time.
    expect(plan.next()).toBeNull();
    plan.release(file);
    plan.close("a");
    expect(plan.next()).toEqual({ file, whole: null, pairs: { 0: "b" } });
    plan.release(file);
    expect(plan.next()).toBeNull();
    expect(plan.exhausted()).toEqual(["b"]);
  });

  test("starts with the mutant's own feature, however quick others are", () => {
    const other = "tests/integration/trains/trains.test.ts";
    const plan = new Plan([mutant("a")], {
      [other]: covered({ 0: ["a"] }, 600),
      [file]: covered({ 0: ["a"] }),
    });
    expect(plan.next()?.file).toBe(file);
    expect(plan.next()?.file).toBe(other);
  });

  test("learns which file catches a kind: the others come later", () => {
    const [early, late] = ["tests/integration/cars/cars.test.ts", "tests/integration/trains/trains.test.ts"];
    const ids = Array.from({ length: 12 }, (_, at) => `mutant ${at}`);
    const plan = new Plan(
      ids.map((id) => mutant(id)),
      {
        [early]: covered({ 0: ids }, 900),
        [late]: covered({ 0: ids }),
      },
    );
    const files = ids.map(() => {
      const job = plan.next();
      if (job?.file === late) plan.close(job.pairs[0] ?? "", late);
      plan.release(job?.file);
      return job?.file;
    });
    // The quicker file catches nothing, and the slower one catches everything.
    expect(files[0]).toBe(early);
    expect(files.slice(-6)).toEqual(Array(6).fill(late));
  });

  test("doesn't report a mutant as survived while a test is still trying it", () => {
    const plan = new Plan([mutant("a")], { [file]: covered({ 0: ["a"] }) });
    plan.next();
    expect(plan.exhausted()).toEqual([]);
    plan.release(file);
    expect(plan.exhausted()).toEqual(["a"]);
  });

  test("retries what ran beside a mutant that was caught", () => {
    const plan = new Plan([mutant("a"), mutant("b")], { [file]: covered({ 0: ["a"], 1: ["b"] }) });
    expect(plan.next()?.pairs).toEqual({ 0: "a", 1: "b" });
    plan.release(file);
    plan.close("a", file);
    plan.putBack(file, "b", "1");
    expect(plan.exhausted()).toEqual([]);
    expect(plan.next()?.pairs).toEqual({ 1: "b" });
  });

  test("has a mutant on for a whole file if loading depends on it, or what runs before its tests", () => {
    const reached = { file: ["late"], 1: ["static", "late"] };
    const plan = new Plan([mutant("static", true), mutant("late")], { [file]: covered(reached) });
    const jobs = [1, 2, 3].map(() => {
      plan.release(file);
      return plan.next();
    });
    expect(jobs[0]).toEqual({ file, whole: null, pairs: { 1: "late" } });
    expect(
      jobs
        .slice(1)
        .map((job) => job?.whole)
        .sort(),
    ).toEqual(["late", "static"]);
  });

  test("recognises a mutant that no test reaches", () => {
    const plan = new Plan([mutant("a"), mutant("b")], { [file]: covered({ 0: ["a"] }) });
    expect(plan.exhausted()).toEqual(["b"]);
    expect([plan.isReached("a"), plan.isReached("b")]).toEqual([true, false]);
  });
});

test("an equivalent mutant needs a reason, and an obsolete one is refused", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "keepsake-mutants-")), "equivalents.json");
  writeFileSync(file, JSON.stringify([{ id: "a", reason: "The foreign key says it." }]));
  expect(readEquivalents([{ id: "a" }], file)).toEqual(new Map([["a", "The foreign key says it."]]));
  expect(() => readEquivalents([{ id: "b" }], file)).toThrow("is no mutant: a");
  writeFileSync(file, JSON.stringify([{ id: "a", reason: " " }]));
  expect(() => readEquivalents([{ id: "a" }], file)).toThrow("has no reason: a");
});

test("a mutant killed by a test before is recognised, while the test exists", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-mutants-"));
  const file = path.join(folder, "killed.json");
  expect(readKilled(folder, file)).toEqual({});
  const by = (name: string) => ({ file: name, test: "boats are the family's own", message: "1 is not 2" });
  writeFileSync(path.join(folder, "boats.test.ts"), "");
  writeKilled(
    {
      b: { state: "survived", fingerprint: "2", by: null },
      c: { state: "killed", fingerprint: "3", by: by("gone.test.ts") },
      a: { state: "killed", fingerprint: "1", by: by("boats.test.ts") },
    },
    file,
  );
  expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual(["a", "c"]);
  expect(readKilled(folder, file)).toEqual({
    a: {
      state: "killed",
      fingerprint: "1",
      by: { file: "boats.test.ts", test: "boats are the family's own" },
    },
  });
});

test("the report names every survivor, and counts equivalent ones separately", () => {
  const row = { file: service, line: 3, kind: "where", text: "familyId", by: null };
  const outcome = {
    rows: [
      { ...row, id: "a", state: "killed" },
      { ...row, id: "b", state: "survived" },
      { ...row, id: "c", state: "not reached" },
      { ...row, id: "d", state: "equivalent", reason: "The join says it." },
    ],
    isWhole: true,
    minutes: 12,
    kept: 2,
    broken: ["tests/integration/boats.test.ts"],
  };
  const text = asText(outcome);
  expect(text).toContain("4 mutants, 1 killed, 2 survivors, 1 equivalent");
  expect(text).toContain("tests/integration/boats.test.ts fails without a mutant");
  expect(text).toMatch(/survived +lib\/features\/boats\/service.ts:3/);
  const page = asMarkdown(outcome, { date: "2026-11-23 02:00", machine: "2 cores", load: "1" });
  expect(page).toContain(`| ${service}:3 | familyId | not reached |`);
  expect(page).toContain("| d | The join says it. |");
  expect(page).toContain("2 verdicts are from earlier runs");
});
