import {
  type CallsDocument,
  type DocumentedCall,
  describeType,
  exampleOf,
  type FieldLine,
  fieldsOf,
  type JsonSchema,
} from "@/lib/operations/api-reference/server/document";
import { referenceStyle } from "@/lib/operations/api-reference/server/style";
import { escapeHtml } from "@/lib/shared/escape-html";

const accessTexts: Record<string, string> = {
  public: "anybody",
  visitor: "anyone, meant for people who are signed out",
  user: "anyone signed in",
  member: "members of a family",
  admin: "a family's owner and admins",
  owner: "a family's owners",
  superAdmin: "super admins",
  signed: "the service that signs it",
};

const errorTexts: Record<string, string> = {
  "400": "the input is invalid; field says which",
  "401": "not signed in",
  "403": "signed in, but not allowed",
  "404": "it doesn't exist, or belongs to another family",
  "409": "it conflicts with existing data",
  "413": "too large",
  "415": "an unsupported type",
  "422": "valid, but not allowed by a rule",
  "429": "too many requests; Retry-After says how long to wait",
  "503": "temporarily unavailable; Retry-After says when to retry",
};

interface Entry {
  method: string;
  path: string;
  call: DocumentedCall;
}

/** Calls by the first part of their path after /api. */
function groupsOf({ paths }: CallsDocument): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>();
  for (const [path, methods] of Object.entries(paths)) {
    const parts = path.split("/").filter(Boolean);
    const name = (parts[0] === "api" ? parts[1] : parts[0]) ?? "other";
    const group = name.startsWith("{") ? "other" : name;
    for (const [method, call] of Object.entries(methods)) {
      groups.set(group, [...(groups.get(group) ?? []), { method: method.toUpperCase(), path, call }]);
    }
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

const anchorOf = ({ method, path }: Entry) =>
  `${method} ${path}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "");

function fieldTable(lines: readonly FieldLine[], caption: string): string {
  if (lines.length === 0) return "";
  const rows = lines.map(
    ({ name, type, isRequired }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code>${isRequired ? "" : " <small>optional</small>"}</th><td>${escapeHtml(type)}</td></tr>`,
  );
  return `<table><caption>${caption}</caption><tbody>${rows.join("")}</tbody></table>`;
}

function example(schema: JsonSchema, label: string): string {
  const text = JSON.stringify(exampleOf(schema), null, 2);
  return `<details><summary>${label}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`;
}

function contentOf(part: { content?: Record<string, { schema: JsonSchema }> } | undefined) {
  const [type, content] = Object.entries(part?.content ?? {})[0] ?? [];
  return type && content ? { type, schema: content.schema } : null;
}

function bodyHtml({ requestBody }: DocumentedCall): string {
  const body = contentOf(requestBody);
  if (!body) return "";
  return `<h4>Body</h4>${fieldTable(fieldsOf(body.schema), "Fields of the body")}${example(body.schema, "Example body")}`;
}

function answerHtml({ responses }: DocumentedCall): string {
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  if (!status) return "";
  const answer = contentOf(success);
  if (!answer) return `<h4>Answer</h4><p>${status}, without a body.</p>`;
  if (!answer.type.includes("json")) return `<h4>Answer</h4><p>${status} with the file itself.</p>`;
  const lines = fieldsOf(answer.schema);
  const shape = `<p>${status}: ${escapeHtml(describeType(answer.schema))}</p>`;
  return `<h4>Answer</h4>${shape}${fieldTable(lines, "Fields of the answer")}${example(answer.schema, "Example answer")}`;
}

function parametersHtml({ parameters }: DocumentedCall): string {
  const lines = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    type: `${describeType(schema)}, in the ${place}`,
    isRequired: required,
  }));
  return lines.length > 0 ? `<h4>Parameters</h4>${fieldTable(lines, "Parameters")}` : "";
}

function entryHtml(entry: Entry): string {
  const { method, path, call } = entry;
  const access = call["x-access"];
  const statuses = Object.keys(call.responses).filter((status) => !status.startsWith("2"));
  return `<article id="${anchorOf(entry)}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(call.summary)}</p>
<p class="access">For ${escapeHtml(accessTexts[access] ?? access)} <small>(${escapeHtml(access)})</small></p>
${parametersHtml(call)}${bodyHtml(call)}${answerHtml(call)}
<p class="errors">Errors: ${statuses.map((status) => `<a href="#error-${status}">${status}</a>`).join(", ")}</p>
</article>`;
}

/** Whether each of the words occurs in a call's path, method, access or summary. */
function isFound({ method, path, call }: Entry, words: readonly string[]): boolean {
  const text = `${method} ${path} ${call.summary} ${call["x-access"]}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * Renders the reference of the calls as a standalone page without scripts: the search is part of the address.
 * @param search words that must occur in a call's path, method, access or summary
 */
export function renderReference(document: CallsDocument, search: string): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = groupsOf(document)
    .map(([name, entries]) => [name, entries.filter((entry) => isFound(entry, words))] as const)
    .filter(([, entries]) => entries.length > 0);
  const count = groups.reduce((sum, [, entries]) => sum + entries.length, 0);
  const title = `API reference of ${escapeHtml(document.info.title)}`;
  const nav = groups.map(
    ([name, entries]) =>
      `<li><a href="#group-${escapeHtml(name)}">${escapeHtml(name)}</a> <small>${entries.length}</small></li>`,
  );
  const sections = groups.map(
    ([name, entries]) =>
      `<section aria-labelledby="group-${escapeHtml(name)}"><h2 id="group-${escapeHtml(name)}">${escapeHtml(name)}</h2>${entries.map(entryHtml).join("")}</section>`,
  );
  const errors = Object.entries(errorTexts).map(
    ([status, meaning]) => `<tr id="error-${status}"><th scope="row">${status}</th><td>${meaning}</td></tr>`,
  );
  const found =
    words.length > 0
      ? `${count} found for “${escapeHtml(search)}”. <a href="/api/docs">Show all</a>`
      : `${count} calls`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${referenceStyle}</style></head>
<body><a class="skip" href="#main">Skip to content</a>
<header><p><a href="/super-admin">Super Admin Dashboard</a></p><h1>${title}</h1>
<p>Version ${escapeHtml(document.info.version)}. JSON in and out; only the session cookie identifies the caller. The machine-readable document: <a href="/api/openapi.json">openapi.json</a></p>
<form role="search" action="/api/docs"><label for="q">Search the calls</label> <input id="q" name="q" type="search" maxlength="100" value="${escapeHtml(search)}"> <button>Search</button></form>
<p role="status">${found}</p></header>
<div class="columns"><nav aria-label="Groups"><ul>${nav.join("")}<li><a href="#errors">errors</a></li></ul></nav>
<main id="main" tabindex="-1">${sections.join("")}${count === 0 ? "<p>No call matches all of these words. Try fewer.</p>" : ""}
<section aria-labelledby="errors"><h2 id="errors">errors</h2><p>Every error is <code>{ "error", "message", "code", "field"? }</code>: the first two both have the message for people, code is stable, and field names the invalid input.</p>
<table><caption>Statuses</caption><tbody>${errors.join("")}</tbody></table></section></main></div></body></html>`;
}
