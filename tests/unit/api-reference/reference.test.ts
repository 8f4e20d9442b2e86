import { z } from "zod";
import { openApiDocument } from "@/lib/http/openapi";
import { route } from "@/lib/http/route";
import {
  type CallsDocument,
  describeType,
  exampleOf,
  fieldsOf,
} from "@/lib/operations/api-reference/server/document";
import { renderReference } from "@/lib/operations/api-reference/server/render";

const item = z.object({ id: z.string(), kind: z.enum(["image", "video"]), year: z.int().nullable() });
const create = route({
  summary: "Makes <b>something</b>.",
  access: "admin",
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.coerce.number().int().min(1).optional() }),
  body: z.object({ title: z.string().max(40), tags: z.array(z.string()).optional() }),
  answer: z.object({ items: z.array(item) }),
  status: 201,
  handler: async () => ({ items: [] }),
});
const look = route({
  summary: "Looks.",
  access: "public",
  answer: "file",
  handler: async () => new Response(""),
});

const document = openApiDocument(
  [
    { method: "POST", path: "/api/things/{id}", declaration: create.declaration },
    { method: "GET", path: "/direct-image/{id}", declaration: look.declaration },
  ],
  { title: "Keepsake", version: "1" },
) as unknown as CallsDocument;

const page = (search = "") => renderReference(document, search);

test("a call is shown with its access, parameters, body, answer, example and errors", () => {
  const html = page();
  for (const words of [
    "/api/things/{id}",
    "a family&#39;s owner and admins",
    "in the path",
    "in the query",
    "text, at most 40",
    "items[].kind",
    "one of: &quot;image&quot;, &quot;video&quot;",
    "&quot;year&quot;: 2024",
    '<a href="#error-404">404</a>',
    "201: object",
  ])
    expect(html).toContain(words);
});

test("the content of a summary or search is text, never HTML", () => {
  expect(page()).toContain("Makes &lt;b&gt;something&lt;/b&gt;.");
  expect(page('"><script>x</script>')).not.toContain("<script");
});

test("a search shows the calls that contain all of its words", () => {
  expect(page("admin things")).toContain("1 found for");
  expect(page("admin things")).not.toContain("/direct-image/");
  expect(page("no such thing")).toContain("No call matches all of these words");
});

test("groups are named after the first part of a path", () => {
  expect(page()).toContain('id="group-things"');
  expect(page()).toContain('id="group-direct-image"');
});

test("schemas are described with their fields and an example", () => {
  const schema = {
    type: "object",
    required: ["a"],
    properties: {
      a: { type: "string", nullable: true },
      b: { anyOf: [{ type: "integer", minimum: 2 }, { type: "boolean" }] },
    },
  };
  expect(fieldsOf(schema)).toEqual([
    { name: "a", type: "text, or null", isRequired: true },
    { name: "b", type: "whole number from 2 or true or false", isRequired: false },
  ]);
  expect(exampleOf(schema)).toEqual({ a: "text", b: 2 });
  expect(describeType({ type: "array", items: { type: "number" } })).toBe("list of number");
  const endless: { type: string; items?: object } = { type: "array" };
  endless.items = endless;
  expect(fieldsOf(endless)).toEqual([]);
  expect(exampleOf(endless)).toBeDefined();
});
