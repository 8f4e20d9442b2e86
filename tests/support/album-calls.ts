import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import type { AlbumAdders, AlbumOrder } from "@/lib/generated/prisma/enums";
import { isUuid } from "@/lib/shared/uuid";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import type { SampleCall, SampleRequest } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

export interface AlbumValues {
  title?: string;
  story?: string;
  order?: AlbumOrder;
  adders?: AlbumAdders;
}

/** An album created by this person, with these items. */
export async function storeAlbum(
  { familyId, userId }: FamilyPerson,
  values: AlbumValues = {},
  mediaIds: readonly string[] = [],
): Promise<string> {
  const { id } = await db.album.create({
    data: { familyId, createdById: userId, title: "Summer at the sea", ...values },
    select: { id: true },
  });
  const items = await db.media.findMany({
    where: { id: { in: [...mediaIds] } },
    select: { id: true, year: true, month: true, sortAt: true },
  });
  await db.albumItem.createMany({
    data: items.map(({ id: mediaId, year, month, sortAt }) => ({
      ...{ albumId: id, mediaId, familyId, addedById: userId, isShown: true },
      ...{ position: 65_536 * (mediaIds.indexOf(mediaId) + 1), filedMonth: year * 100 + month, sortAt },
    })),
  });
  return id;
}

/** An album to which only its creator and admins can add, with two items that can swap places. */
async function target(owner: FamilyPerson): Promise<string> {
  const items = [await storeMedia(owner, { hasFiles: false }), await storeMedia(owner, { hasFiles: false })];
  const mediaIds = items.map(({ id }) => id);
  return storeAlbum(owner, { order: "hand", adders: "chosen" }, mediaIds);
}

async function itemIdsOf(albumId: string): Promise<string[]> {
  if (!isUuid(albumId)) return [];
  const where = { albumId };
  const items = await db.albumItem.findMany({
    where,
    select: { mediaId: true },
    orderBy: { position: "asc" },
  });
  return items.map(({ mediaId }) => mediaId);
}

const about = (
  request: (id: string) => SampleRequest | Promise<SampleRequest>,
  status = 200,
): SampleCall => ({
  target,
  request,
  status,
});

const someItem = async (id: string) => (await itemIdsOf(id))[0] ?? randomUUID();

/** Valid requests for the calls about albums. */
export const albumCalls: Record<string, SampleCall> = {
  "GET /api/albums": {
    request: (id) => ({ path: id ? `/api/albums?mediaId=${at(id)}` : "/api/albums" }),
    status: 200,
  },
  "POST /api/albums": {
    request: () => ({ path: "/api/albums", json: { title: "Grandma's garden", story: "Every spring." } }),
    status: 201,
  },
  "GET /api/albums/{id}": about((id) => ({ path: `/api/albums/${at(id)}` })),
  "PATCH /api/albums/{id}": about((id) => ({ path: `/api/albums/${at(id)}`, json: { title: "By the sea" } })),
  "DELETE /api/albums/{id}": about((id) => ({ path: `/api/albums/${at(id)}` }), 204),
  "GET /api/albums/{id}/items": about((id) => ({ path: `/api/albums/${at(id)}/items` })),
  "POST /api/albums/{id}/items": about(async (id) => ({
    path: `/api/albums/${at(id)}/items`,
    json: { mediaIds: [await someItem(id)] },
  })),
  "DELETE /api/albums/{id}/items": about(async (id) => ({
    path: `/api/albums/${at(id)}/items`,
    json: { mediaIds: [await someItem(id)] },
  })),
  "PUT /api/albums/{id}/order": about(
    async (id) => ({
      path: `/api/albums/${at(id)}/order`,
      json: { mediaIds: [await someItem(id)], beforeId: null },
    }),
    204,
  ),
};
