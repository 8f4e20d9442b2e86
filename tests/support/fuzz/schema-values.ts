import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";

/** Placeholders for the id of something of the caller's own, and of another family's, until the request is made. */
export const ownId = "@@own@@";
export const foreignId = "@@foreign@@";

interface JsonSchema {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

const maxText = 300;

const formats: Record<string, Arbitrary<unknown>> = {
  uuid: fc.oneof(fc.constantFrom(ownId, foreignId), fc.uuid()),
  email: fc.emailAddress().map((address) => address.toLowerCase()),
  uri: fc.webUrl(),
  date: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  "date-time": fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
};

function textOf({ format, pattern, minLength = 0, maxLength }: JsonSchema): Arbitrary<unknown> {
  const known = format ? formats[format] : undefined;
  if (known) return known;
  const most = Math.max(minLength, Math.min(maxLength ?? maxText, maxText));
  const any = fc.oneof(
    // The limits themselves are where off-by-one errors happen.
    { weight: 3, arbitrary: fc.string({ minLength, maxLength: most }) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", minLength, maxLength: most }) },
    { weight: 1, arbitrary: fc.constant("m".repeat(maxLength ?? most)) },
    { weight: 1, arbitrary: fc.constantFrom(ownId, foreignId) },
  );
  if (!pattern) return any;
  try {
    return fc.oneof(fc.stringMatching(new RegExp(pattern, "u")), any);
  } catch {
    // Not every pattern can be generated.
    return any;
  }
}

function numberOf(schema: JsonSchema): Arbitrary<unknown> {
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -(2 ** 40);
  const max = schema.maximum ?? schema.exclusiveMaximum ?? 2 ** 40;
  const whole = fc.integer({
    min: Math.ceil(Math.max(min, Number.MIN_SAFE_INTEGER)),
    max: Math.floor(Math.min(max, Number.MAX_SAFE_INTEGER)),
  });
  return schema.type === "integer" ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }));
}

function objectOf(schema: JsonSchema, depth: number): Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
    name,
    of(inner, depth + 1),
  ]);
  const fields: Record<string, Arbitrary<unknown>> = Object.fromEntries(entries);
  const named: Arbitrary<Record<string, unknown>> = fc.record(fields, {
    requiredKeys: schema.required ?? [],
  });
  if (typeof schema.additionalProperties !== "object") return named;
  const others = fc.dictionary(fc.string({ maxLength: 20 }), of(schema.additionalProperties, depth + 1), {
    maxKeys: 3,
  });
  return fc.tuple(named, others).map(([one, other]) => ({ ...one, ...other }));
}

function of(schema: JsonSchema, depth = 0): Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => of(choice, depth)));
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => of(part, depth));
    return fc.tuple(...parts).map((all) => Object.assign({}, ...all));
  }
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "number":
    case "integer":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const { minItems = 0, maxItems = 4 } = schema;
      const most = Math.max(minItems, Math.min(maxItems, 4));
      return fc.array(of(schema.items ?? {}, depth + 1), { minLength: minItems, maxLength: most });
    }
    case "object":
      return objectOf(schema, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/**
 * Values in the shape of a schema: nearly all of them are accepted. What a schema transforms or refines is left to
 * chance.
 */
export function valuesOf(schema: z.ZodType): Arbitrary<unknown> {
  return of(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
}
