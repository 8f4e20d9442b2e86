import { Readable } from "node:stream";
import {
  type ExportEntry,
  type ExportHead,
  type ExportListName,
  exportLists,
} from "@/lib/album/exports/format";
import { readExportLines } from "@/lib/album/exports/lines";
import type { ExportDto } from "@/lib/operations/exports/schema";
import { runExport } from "@/lib/operations/exports/server/preparing-service";
import { call } from "@/tests/support/call";
import { type FamilyPerson, type Person, testPassword } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

export type ExportAnswer = ExportDto & { code?: string; field?: string };

export const exportCall = ({ cookie }: Pick<Person, "cookie">, method: string, path = "", json?: object) =>
  call<ExportAnswer>(method, `/api/exports${path}`, { cookie, ...(json ? { json } : {}) });

const begin = (person: Person, scope: ExportDto["scope"], since: { since?: string }) =>
  scope === "own"
    ? exportCall(person, "POST", "", { since: null, ...since })
    : exportCall(person, "POST", "/family", { password: testPassword, ...since });

/** An export of this person's, prepared as the worker does it. */
export async function prepared(
  person: Person,
  scope: ExportDto["scope"] = "family",
  since: { since?: string } = {},
): Promise<ExportDto> {
  const { status, body } = await begin(person, scope, since);
  if (status !== 201) throw new Error(`No export was begun: ${status} ${JSON.stringify(body)}`);
  await runExport(body.id, 1);
  return (await exportCall(person, "GET", `/${body.id}`)).body;
}

export interface ReadExport {
  head: ExportHead;
  lists: { [Name in ExportListName]: ExportEntry<Name>[] };
}

/** What `keepsake.json` says, checked against the format. */
export async function readKeepsake(content: Buffer): Promise<ReadExport> {
  let head: ExportHead | null = null;
  const lists: Record<ExportListName, unknown[]> = {
    people: [],
    items: [],
    albums: [],
    notices: [],
    monthIcons: [],
    printOrders: [],
    growingNotes: [],
    books: [],
  };
  for await (const line of readExportLines(
    Readable.from(content.toString("utf8").split("\n").slice(0, -1)),
  )) {
    if ("head" in line) head = line.head;
    else lists[line.list].push(exportLists[line.list].parse(line.value));
  }
  if (!head) throw new Error("The file has no head");
  return { head, lists: lists as ReadExport["lists"] };
}

const exportId = async (owner: FamilyPerson) => (await prepared(owner, "own")).id;
const at = encodeURIComponent;

/** Valid requests for the calls about exports. */
export const exportCalls: Record<string, SampleCall> = {
  "GET /api/exports": { request: () => ({ path: "/api/exports" }), status: 200 },
  "POST /api/exports": { request: () => ({ path: "/api/exports", json: { since: null } }), status: 201 },
  "POST /api/exports/family": {
    request: () => ({ path: "/api/exports/family", json: { password: testPassword } }),
    status: 201,
  },
  "GET /api/exports/{id}": {
    target: exportId,
    request: (id) => ({ path: `/api/exports/${at(id)}` }),
    status: 200,
  },
  "DELETE /api/exports/{id}": {
    target: exportId,
    request: (id) => ({ path: `/api/exports/${at(id)}` }),
    status: 204,
  },
  "GET /api/exports/{id}/file": {
    target: exportId,
    request: (id) => ({ path: `/api/exports/${at(id)}/file` }),
    status: 200,
  },
};
