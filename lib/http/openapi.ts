import { z } from "zod";
import type { AnyDeclaration } from "@/lib/http/route";

export interface DeclaredCall {
  method: string;
  /** With {parameters}. */
  path: string;
  declaration: AnyDeclaration;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The calls declared in modules of route handlers. An export that is not a route() is left out; a test refuses it. */
export function declaredCalls(modules: Record<string, Record<string, unknown>>): DeclaredCall[] {
  return Object.entries(modules).flatMap(([path, module]) =>
    methods.flatMap((method) => {
      const handler = module[method] as { declaration?: AnyDeclaration } | undefined;
      return handler?.declaration ? [{ method, path, declaration: handler.declaration }] : [];
    }),
  );
}

const convert = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, target: "openapi-3.0", unrepresentable: "any" });
type JsonSchema = ReturnType<typeof convert>;

/** Converted once: they take most of the document's time, and it is generated for every search in the reference. */
const written = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const found = written[io].get(schema) ?? convert(schema, io);
  written[io].set(schema, found);
  return found;
}

const errorSchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  field: z.string().optional(),
});

function parameters(call: DeclaredCall) {
  const inPath = [...call.path.matchAll(/\{([^}]+)\}/g)].map((match) => ({
    name: match[1],
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  if (!call.declaration.query) return inPath;
  const query = jsonSchema(call.declaration.query, "input") as { properties?: object; required?: string[] };
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: query.required?.includes(name) ?? false,
    schema,
  }));
  return [...inPath, ...inQuery];
}

function answers({ declaration }: DeclaredCall) {
  const errors = Object.fromEntries(
    ["400", "401", "403", "404", "409", "413", "415", "422", "429", "503"].map((status) => [
      status,
      { $ref: "#/components/responses/Error" },
    ]),
  );
  if (declaration.answer === "empty") return { "204": { description: "Done" }, ...errors };
  const content =
    declaration.answer === "file"
      ? { "*/*": { schema: { type: "string", format: "binary" } } }
      : { "application/json": { schema: jsonSchema(declaration.answer, "output") } };
  return { [String(declaration.status ?? 200)]: { description: "Success", content }, ...errors };
}

const isOpenToKeys = ({ access, keyScope }: AnyDeclaration) => access === "reports" || keyScope !== undefined;

/** How a caller can authenticate: any one entry is enough. */
function securityOf(declaration: AnyDeclaration) {
  const { access, isOpenToScreens } = declaration;
  if (["public", "visitor", "signed"].includes(access)) return {};
  if (access === "screen") return { security: [{ screen: [] }] };
  return {
    security: [
      { session: [] },
      ...(isOpenToKeys(declaration) ? [{ apiKey: [] }] : []),
      ...(isOpenToScreens ? [{ screen: [] }] : []),
    ],
  };
}

/** The OpenAPI 3.0 document of every declared call. */
export function openApiDocument(calls: DeclaredCall[], info: { title: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const { declaration } = call;
    paths[call.path] ??= {};
    (paths[call.path] as Record<string, unknown>)[call.method.toLowerCase()] = {
      summary: declaration.summary,
      "x-access": declaration.access,
      ...(declaration.keyScope ? { "x-key-scope": declaration.keyScope } : {}),
      ...securityOf(declaration),
      parameters: parameters(call),
      ...(declaration.body
        ? {
            requestBody: {
              required: true,
              content: { "application/json": { schema: jsonSchema(declaration.body, "input") } },
            },
          }
        : {}),
      responses: answers(call),
    };
  }
  return {
    openapi: "3.0.3",
    info,
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
        apiKey: { type: "http", scheme: "bearer" },
        screen: { type: "apiKey", in: "cookie", name: "keepsake-screen" },
      },
      responses: {
        Error: {
          description: "What went wrong, in words for people",
          content: { "application/json": { schema: jsonSchema(errorSchema, "output") } },
        },
      },
    },
  };
}
