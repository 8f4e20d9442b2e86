/** The parts of the OpenAPI document that the reference page reads. */
export interface JsonSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  nullable?: boolean;
  additionalProperties?: JsonSchema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface DocumentedParameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: JsonSchema;
}

interface Content {
  content?: Record<string, { schema: JsonSchema }>;
}

export interface DocumentedCall {
  summary: string;
  "x-access": string;
  parameters: DocumentedParameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description?: string }>;
}

export interface CallsDocument {
  info: { title: string; version: string };
  paths: Record<string, Record<string, DocumentedCall>>;
}

const maxDepth = 6;

/** An example value that fits the schema. */
export function exampleOf(schema: JsonSchema, name = "", depth = 0): unknown {
  if (depth > maxDepth) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first) return exampleOf(first, name, depth);
  if (schema.type === "object" || schema.properties) {
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(entries.map(([key, value]) => [key, exampleOf(value, key, depth + 1)]));
  }
  if (schema.type === "array") return schema.items ? [exampleOf(schema.items, name, depth + 1)] : [];
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return exampleNumber(schema, name);
  if (schema.type === "string") return exampleText(schema, name);
  return null;
}

function exampleNumber({ minimum }: JsonSchema, name: string): number {
  if (name === "year") return 2024;
  if (name === "month") return 7;
  return Math.max(1, minimum !== undefined && minimum > -1e9 ? minimum : 1);
}

function exampleText({ format }: JsonSchema, name: string): string {
  if (format === "date-time") return "2026-11-21T09:30:00.000Z";
  if (format === "date") return "2026-11-21";
  if (format === "email" || name === "email") return "nana@example.org";
  if (format === "binary") return "(bytes)";
  if (format === "uri" || name === "url") return "https://album.example.org/";
  if (name === "id" || /Ids?$/.test(name)) return "0192f1c2-7d3e-7a40-9c1b-5e2f8a6b4d10";
  return "text";
}

/** "text, at most 100", "one of: restore, delete", "list of numbers". */
export function describeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of: ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  const choices = schema.anyOf ?? schema.oneOf;
  const text = choices
    ? [...new Set(choices.map(describeType))].join(" or ")
    : schema.allOf
      ? schema.allOf.map(describeType).join(" and ")
      : describePlainType(schema);
  return schema.nullable ? `${text}, or null` : text;
}

function describePlainType(schema: JsonSchema): string {
  switch (schema.type) {
    case "array":
      return `list of ${schema.items ? describeType(schema.items) : "anything"}`;
    case "object":
      return "object";
    case "integer":
      return `whole number${describeRange(schema)}`;
    case "number":
      return `number${describeRange(schema)}`;
    case "boolean":
      return "true or false";
    case "string": {
      const kind = schema.format ? `text (${schema.format})` : "text";
      return schema.maxLength === undefined ? kind : `${kind}, at most ${schema.maxLength}`;
    }
    default:
      return "anything";
  }
}

/** Omits bounds that only say "a safe integer". */
function describeRange({ minimum, maximum }: JsonSchema): string {
  const from = minimum !== undefined && minimum > -1e15 ? ` from ${minimum}` : "";
  const to = maximum !== undefined && maximum < 1e15 ? ` to ${maximum}` : "";
  return `${from}${to}`;
}

export interface FieldLine {
  /** With dots: pagination.total, items[].id. */
  name: string;
  type: string;
  isRequired: boolean;
}

/** Every field of a schema, including nested ones with their paths. */
export function fieldsOf(schema: JsonSchema, prefix = "", depth = 0): FieldLine[] {
  if (depth > maxDepth) return [];
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices && !schema.properties) {
    const seen = new Map<string, FieldLine>();
    for (const choice of choices)
      for (const line of fieldsOf(choice, prefix, depth + 1))
        if (!seen.has(line.name)) seen.set(line.name, line);
    return [...seen.values()];
  }
  if (schema.type === "array") return schema.items ? fieldsOf(schema.items, `${prefix}[]`, depth + 1) : [];
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix ? `${prefix}.${key}` : key;
    const line = { name, type: describeType(value), isRequired: schema.required?.includes(key) ?? false };
    return [line, ...fieldsOf(value, name, depth + 1)];
  });
}
