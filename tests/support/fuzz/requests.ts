import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import type { AnyDeclaration } from "@/lib/http/route";
import {
  hostileBodies,
  hostileHeaders,
  hostileJson,
  hostileParts,
  hostileQueries,
  hostileTypes,
  hugeJson,
} from "@/tests/support/fuzz/hostile";
import { foreignId, ownId, valuesOf } from "@/tests/support/fuzz/schema-values";
import type { SampleRequest } from "@/tests/support/sample-calls";

/** A change to a valid request; plain data, so a seed reproduces it. */
export type Mutation =
  | { kind: "right" }
  | { kind: "body"; json: string }
  | { kind: "field"; nth: number; json: string }
  | { kind: "more"; key: string; json: string }
  | { kind: "missing"; nth: number }
  | { kind: "cut"; share: number }
  | { kind: "raw"; body: string | Buffer; type: string | undefined }
  | { kind: "type"; type: string | undefined }
  | { kind: "header"; header: readonly [string, string] }
  | { kind: "query"; query: string }
  | { kind: "part"; part: string };

export interface FuzzedCall {
  method: string;
  path: string;
  declaration: AnyDeclaration;
}

const hostileValue = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...hostileJson) },
  { weight: 3, arbitrary: fc.constantFrom(JSON.stringify(ownId), JSON.stringify(foreignId)) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.constantFrom(...hugeJson) },
);
const oddKey = fc.constantFrom("__proto__", "constructor", "id", "userId", "familyId", "isAdmin", "role", "");

function bodyMutations(body: z.ZodType | undefined): Arbitrary<Mutation>[] {
  if (!body) return [];
  const nth = fc.nat(60);
  const whole = valuesOf(body).map((value) => JSON.stringify(value) ?? "{}");
  return [
    whole.map((json) => ({ kind: "body", json })),
    fc.record({ kind: fc.constant("field"), nth, json: hostileValue }),
    fc.record({ kind: fc.constant("field"), nth, json: hostileValue }),
    fc.record({ kind: fc.constant("more"), key: oddKey, json: hostileValue }),
    fc.record({ kind: fc.constant("missing"), nth }),
    fc.record({ kind: fc.constant("cut"), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.constantFrom(...hostileTypes).map((type) => ({ kind: "type", type })),
  ] as Arbitrary<Mutation>[];
}

function queryMutations(query: z.ZodType | undefined): Arbitrary<Mutation>[] {
  const shape = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {};
  const odd = (name: string) =>
    fc
      .constantFrom(...hostileQueries)
      .map((text): Mutation => ({ kind: "query", query: text.replaceAll("$", name) }));
  const named = Object.entries(shape).flatMap(([name, schema]): Arbitrary<Mutation>[] => [
    odd(name),
    valuesOf(schema).map((value) => {
      const text = typeof value === "string" ? value.toWellFormed() : JSON.stringify(value);
      return { kind: "query", query: `${name}=${encodeURIComponent(text ?? "")}` };
    }),
  ]);
  return named.length > 0 ? named : [odd("q")];
}

/** Ways to send an invalid, and occasionally a valid, request to a call. */
export function mutationsOf({ method, path, declaration }: FuzzedCall): Arbitrary<Mutation> {
  const headers = fc.constantFrom(...hostileHeaders).map((header): Mutation => ({ kind: "header", header }));
  const parts = fc
    .constantFrom(...hostileParts, encodeURIComponent(foreignId))
    .map((part): Mutation => ({ kind: "part", part }));
  const raw = fc.record({
    kind: fc.constant("raw" as const),
    body: fc.oneof(fc.constantFrom(...hostileBodies), fc.string({ unit: "binary", maxLength: 200 })),
    type: fc.oneof(fc.constant("application/json"), fc.constantFrom(...hostileTypes)),
  });
  return fc.oneof(
    fc.constant<Mutation>({ kind: "right" }),
    headers,
    ...queryMutations(declaration.query),
    ...(path.includes("{") ? [parts] : []),
    ...(method === "GET" ? [] : [raw, ...bodyMutations(declaration.body)]),
  );
}

const marker = "@@fuzz@@";

type Place = { holder: Record<string, unknown>; key: string };

/** Every place in a value where another could be put. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value as Record<string, unknown>, key },
    ...placesIn(inner),
  ]);
}

function jsonText(sample: unknown, mutation: Mutation): string {
  const value = structuredClone(sample ?? {}) as Record<string, unknown>;
  const places = placesIn(value);
  const place = "nth" in mutation ? places[mutation.nth % Math.max(1, places.length)] : undefined;
  if (mutation.kind === "body") return mutation.json;
  if (mutation.kind === "missing" && place) delete place.holder[place.key];
  if (mutation.kind === "field" && place) place.holder[place.key] = marker;
  const whole = JSON.stringify(value);
  if (mutation.kind === "field") return whole.replace(`"${marker}"`, () => mutation.json);
  if (mutation.kind === "cut") return whole.slice(0, Math.floor(whole.length * mutation.share));
  if (mutation.kind !== "more") return whole;
  // A key that may already exist: it is then duplicated.
  const more = `${JSON.stringify(mutation.key)}:${mutation.json}`;
  return `${whole.slice(0, -1)}${whole.length > 2 ? "," : ""}${more}}`;
}

/** The request that a mutation makes from a valid one. */
export function mutated(
  call: FuzzedCall,
  sample: SampleRequest,
  mutation: Mutation,
  ids: { own: string; foreign: string },
): SampleRequest {
  const named = (text: string) =>
    text
      .replaceAll(ownId, ids.own)
      .replaceAll(foreignId, ids.foreign)
      .replaceAll(encodeURIComponent(foreignId), encodeURIComponent(ids.foreign));
  const { json, ...rest } = sample;
  const asSent: SampleRequest = json === undefined ? rest : { ...rest, json };
  switch (mutation.kind) {
    case "right":
      return asSent;
    case "header": {
      const [name, value] = mutation.header;
      return { ...asSent, headers: { ...asSent.headers, [name]: value } };
    }
    case "query":
      return {
        ...asSent,
        path: `${sample.path}${sample.path.includes("?") ? "&" : "?"}${named(mutation.query)}`,
      };
    case "part":
      return { ...asSent, path: call.path.replace(/\{[^}]+\}/g, () => named(mutation.part)) };
    case "raw": {
      const body = typeof mutation.body === "string" ? named(mutation.body) : new Uint8Array(mutation.body);
      return { ...rest, body, ...(mutation.type ? { type: mutation.type } : {}) };
    }
    case "type":
      return { ...rest, body: jsonText(json, mutation), ...(mutation.type ? { type: mutation.type } : {}) };
    default:
      return { ...rest, body: named(jsonText(json, mutation)), type: "application/json" };
  }
}
