import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { call, loadDeclaredCalls, loadRouteModules } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";

withTestDatabase();

const root = path.resolve(import.meta.dirname, "..", "..");
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** What Next reads from a route file besides its handlers. */
const settings = [
  "dynamic",
  "revalidate",
  "runtime",
  "maxDuration",
  "preferredRegion",
  "fetchCache",
  "dynamicParams",
];
const maxLines = 40;

const routeFiles = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .map((file) => `app/${file.split(path.sep).join("/")}`)
  .sort();

test("there are route files, and the generated table contains each", async () => {
  expect(routeFiles.length).toBeGreaterThan(30);
  expect(Object.keys(await loadRouteModules())).toHaveLength(routeFiles.length);
  // The first test loads every module of the server.
}, 120_000);

describe.each(routeFiles)("%s", (file) => {
  test("exports only calls that route() declares", async () => {
    const module: Record<string, unknown> = await import(path.join(root, file));
    const exported = Object.keys(module).filter((name) => !settings.includes(name));
    expect(exported.filter((name) => !methods.includes(name))).toEqual([]);
    expect(exported.length).toBeGreaterThan(0);
    for (const name of exported) {
      const declaration = (module[name] as { declaration?: { access?: string } }).declaration;
      expect([name, typeof declaration?.access]).toEqual([name, "string"]);
    }
  });

  test(`has at most ${maxLines} lines and reaches for no database`, () => {
    const source = readFileSync(path.join(root, file), "utf8");
    expect(source.trimEnd().split("\n").length).toBeLessThanOrEqual(maxLines);
    expect(source).not.toMatch(/from "@\/lib\/(db|platform|generated)/);
  });
});

test("every call describes itself in one sentence", async () => {
  for (const { method, path: at, declaration } of await loadDeclaredCalls()) {
    expect([method, at, declaration.summary]).toEqual([
      method,
      at,
      expect.stringMatching(/^[A-Z].{10,200}\.$/),
    ]);
  }
});

/** Every object shape that a body can have: its fields, and the constants that select it. */
function shapesOf(schema: unknown): { fields: string[]; constants: Record<string, unknown> }[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(shapesOf);
  if (schema instanceof z.ZodPipe) return shapesOf(schema.in);
  if (!(schema instanceof z.ZodObject)) return [];
  const entries = Object.entries(schema.shape);
  const constants = entries.flatMap(([name, field]) =>
    field instanceof z.ZodLiteral ? [[name, field.value] as const] : [],
  );
  return [{ fields: entries.map(([name]) => name), constants: Object.fromEntries(constants) }];
}

test("any invalid body field is answered with its name", async () => {
  const nonsense = { nothing: [{ takes: "this" }] };
  let tried = 0;
  for (const { method, path: at, declaration } of await loadDeclaredCalls()) {
    for (const { fields, constants } of shapesOf(declaration.body)) {
      for (const field of fields) {
        const issues = declaration.body?.safeParse({ ...constants, [field]: nonsense }).error?.issues ?? [];
        const unnamed = issues.filter(({ path: names }) => names.length === 0);
        expect([method, at, field, unnamed]).toEqual([method, at, field, []]);
        expect([method, at, field, issues.map(({ path: names }) => names[0])]).toEqual([
          method,
          at,
          field,
          expect.arrayContaining([field]),
        ]);
        tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThan(100);
}, 120_000);

const operationSchema = z.object({
  summary: z.string().min(1),
  "x-access": z.enum([
    "public",
    "visitor",
    "user",
    "member",
    "admin",
    "owner",
    "superAdmin",
    "reports",
    "signed",
    "screen",
  ]),
  "x-key-scope": z.enum(["read", "upload", "comment", "manage", "any"]).optional(),
  security: z.array(z.partialRecord(z.enum(["session", "apiKey", "screen"]), z.array(z.string()))).optional(),
  parameters: z.array(
    z.object({
      name: z.string().min(1),
      in: z.enum(["path", "query"]),
      required: z.boolean(),
      schema: z.looseObject({}),
    }),
  ),
  requestBody: z
    .object({ required: z.boolean(), content: z.record(z.string(), z.looseObject({})) })
    .optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.looseObject({})),
});
const documentSchema = z.object({
  openapi: z.literal("3.0.3"),
  info: z.object({ title: z.string().min(1), version: z.string().regex(/^\d+\.\d+\.\d+/) }),
  paths: z.record(z.string().startsWith("/"), z.record(z.string(), operationSchema)),
  components: z.object({
    securitySchemes: z.object({
      session: z.looseObject({ type: z.literal("apiKey") }),
      apiKey: z.looseObject({ type: z.literal("http") }),
      screen: z.looseObject({ type: z.literal("apiKey") }),
    }),
    responses: z.object({ Error: z.looseObject({ description: z.string() }) }),
  }),
});

/** Every `$ref` in a document. */
function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" ? [String(inner)] : references(inner),
  );
}

describe("GET /api/openapi.json", () => {
  test("lists exactly the existing calls, each in OpenAPI 3.0 form", async () => {
    const { status, body } = await call("GET", "/api/openapi.json");
    expect(status).toBe(200);
    const document = documentSchema.parse(body);
    const listed = Object.entries(document.paths).flatMap(([at, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${at}`),
    );
    const declared = (await loadDeclaredCalls()).map(({ method, path: at }) => `${method} ${at}`);
    expect(listed.sort()).toEqual(declared.sort());
  });

  test("names every path parameter, and references only what it contains", async () => {
    const { body } = await call("GET", "/api/openapi.json");
    const document = documentSchema.parse(body);
    for (const [at, operations] of Object.entries(document.paths)) {
      const named = [...at.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      for (const operation of Object.values(operations)) {
        const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
        expect(inPath.map((parameter) => parameter.name)).toEqual(named);
        expect(inPath.every((parameter) => parameter.required)).toBe(true);
        expect(Object.keys(operation.responses).some((status) => status.startsWith("2"))).toBe(true);
      }
    }
    expect(new Set(references(body))).toEqual(new Set(["#/components/responses/Error"]));
  });
});
