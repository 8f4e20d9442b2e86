import { randomUUID } from "node:crypto";
import { db, type Prisma } from "@/lib/db";
import { call } from "@/tests/support/call";
import type { FamilyPerson } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";
import { zipOf } from "@/tests/support/takeouts";

type ImportValues = Partial<Omit<Prisma.ImportUncheckedCreateInput, "familyId" | "userId">>;

/** An import of someone's, as a row. */
export async function storeImport(
  { familyId, userId }: FamilyPerson,
  values: ImportValues = {},
): Promise<string> {
  const data = { familyId, userId, source: "archives" as const, timeZone: "Europe/London", ...values };
  return (await db.import.create({ data, select: { id: true } })).id;
}

/** Someone who commented on photos elsewhere. */
export async function storeImportedPerson(
  { familyId }: FamilyPerson,
  values: { name?: string; memberId?: string } = {},
): Promise<string> {
  const data = { familyId, name: `Oma ${randomUUID()}`, ...values };
  return (await db.importedPerson.create({ data, select: { id: true } })).id;
}

const archive = () => zipOf({ "Takeout/Google Photos/P/a.txt": Buffer.from("text") });
const init = async (uploadId: string = randomUUID()) => {
  const fileSize = (await archive()).length;
  return { fileName: "takeout-001.zip", fileSize, totalChunks: 1, uploadId };
};

/** An import with an archive that has arrived: both ids. */
async function arrived(owner: FamilyPerson): Promise<string> {
  // Only a few can be open at once.
  await db.upload.deleteMany({ where: { userId: owner.userId, mediaId: null } });
  const importId = await storeImport(owner);
  const json = await init();
  const { cookie } = owner;
  await call("POST", `/api/imports/${importId}/archives`, { cookie, json });
  const query = new URLSearchParams({ uploadId: json.uploadId, chunkIndex: "0" });
  const body = new Uint8Array(await archive());
  const sent = await call("POST", `/api/media/chunked-upload/chunk?${query}`, {
    ...{ cookie, body, type: "application/octet-stream" },
  });
  if (sent.status !== 200) throw new Error(`The archive did not arrive: ${sent.status}`);
  return `${importId} ${json.uploadId}`;
}

const at = encodeURIComponent;

/** Valid requests for the calls about imports. */
export const importCalls: Record<string, SampleCall> = {
  "GET /api/imported-people": { request: () => ({ path: "/api/imported-people" }), status: 200 },
  "PUT /api/imported-people/{id}": {
    target: (owner) => storeImportedPerson(owner),
    request: (id) => ({ path: `/api/imported-people/${at(id)}`, json: { memberId: null } }),
    status: 200,
  },
  "DELETE /api/imported-people/{id}": {
    target: (owner) => storeImportedPerson(owner),
    request: (id) => ({ path: `/api/imported-people/${at(id)}` }),
    status: 204,
  },
  "GET /api/imports": { request: () => ({ path: "/api/imports" }), status: 200 },
  "POST /api/imports": {
    request: () => ({ path: "/api/imports", json: { timeZone: "Europe/London" } }),
    status: 201,
  },
  "GET /api/imports/folders": { request: () => ({ path: "/api/imports/folders" }), status: 200 },
  "GET /api/imports/{id}": {
    target: (owner) => storeImport(owner),
    request: (id) => ({ path: `/api/imports/${at(id)}` }),
    status: 200,
  },
  "DELETE /api/imports/{id}": {
    target: (owner) => storeImport(owner),
    request: (id) => ({ path: `/api/imports/${at(id)}` }),
    status: 204,
  },
  "GET /api/imports/{id}/entries": {
    target: (owner) => storeImport(owner),
    request: (id) => ({ path: `/api/imports/${at(id)}/entries` }),
    status: 200,
  },
  "GET /api/imports/{id}/similar": {
    target: (owner) => storeImport(owner),
    request: (id) => ({ path: `/api/imports/${at(id)}/similar` }),
    status: 200,
  },
  "PUT /api/imports/{id}/choices": {
    target: (owner) => storeImport(owner, { state: "ready" }),
    request: (id) => ({ path: `/api/imports/${at(id)}/choices`, json: { takesArchived: true, people: [] } }),
    status: 200,
  },
  "POST /api/imports/{id}/{action}": {
    target: (owner) => storeImport(owner, { state: "running" }),
    request: (id) => ({ path: `/api/imports/${at(id)}/pause` }),
    status: 200,
  },
  "POST /api/imports/{id}/archives": {
    target: (owner) => storeImport(owner),
    request: async (id) => ({ path: `/api/imports/${at(id)}/archives`, json: await init() }),
    status: 201,
  },
  "POST /api/imports/{id}/archives/complete": {
    target: arrived,
    request: (ids) => {
      const [importId = "", uploadId = randomUUID()] = ids.split(" ");
      return { path: `/api/imports/${at(importId)}/archives/complete`, json: { uploadId } };
    },
    status: 200,
  },
};
