import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { isUuid } from "@/lib/shared/uuid";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

/** Has one photo cover others. */
export async function cover(topId: string, ids: readonly string[]): Promise<void> {
  await db.media.updateMany({ where: { id: { in: [...ids] } }, data: { coveredById: topId } });
}

/** The top of a stack of two. */
async function stacked(owner: FamilyPerson): Promise<string> {
  const [top, covered] = [
    await storeMedia(owner, { hasFiles: false }),
    await storeMedia(owner, { hasFiles: false }),
  ];
  await cover(top.id, [covered.id]);
  return top.id;
}

/** The photo that this one covers. */
async function coveredBy(id: string): Promise<string> {
  const row = isUuid(id)
    ? await db.media.findFirst({ where: { coveredById: id }, select: { id: true } })
    : null;
  return row?.id ?? randomUUID();
}

const pathOf = (id: string) => `/api/media/${encodeURIComponent(id)}/stack`;

/** Valid requests for the calls about stacks. */
export const stackCalls: Record<string, SampleCall> = {
  "GET /api/media/{id}/stack": { target: stacked, request: (id) => ({ path: pathOf(id) }), status: 200 },
  "PATCH /api/media/{id}/stack": {
    target: stacked,
    request: (id) => ({ path: pathOf(id), json: { action: "unstack" } }),
    status: 200,
  },
  "POST /api/media/stacks": {
    target: stacked,
    request: async (id) => ({
      path: "/api/media/stacks",
      json: { mediaIds: [id, await coveredBy(id)] },
    }),
    status: 200,
  },
};
