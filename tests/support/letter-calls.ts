import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { letterHeartToken } from "@/lib/notify/digest/server/letter-heart-token";
import { getStorage } from "@/lib/platform/storage/storage";
import {
  createOwner,
  type FamilyPerson,
  type Person,
  type StoredMedia,
  storeMedia,
} from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

/** A photo that a letter can show, added at a given time: from a camera, and with its pictures generated. */
export async function storeLetterPhoto(
  owner: FamilyPerson,
  values: Parameters<typeof storeMedia>[1] = {},
): Promise<StoredMedia> {
  const stored = await storeMedia(owner, values);
  await getStorage().replace(derivativeKey(owner.familyId, stored.id, "medium"), stored.content);
  const data = { mediaId: stored.id, familyId: owner.familyId, cameraMake: "Canon" };
  await db.mediaFacts.create({ data, select: { mediaId: true } });
  return stored;
}

const isInFamily = (person: Person): person is FamilyPerson => "familyId" in person;

const heartPath = async () => {
  const owner = await createOwner();
  const { id: mediaId } = await storeMedia(owner, { hasFiles: false });
  return {
    path: `/api/letters/heart?token=${letterHeartToken({ userId: owner.userId, mediaId }, new Date())}`,
  };
};

export const letterCalls: Record<string, SampleCall> = {
  "GET /api/letters": { request: () => ({ path: "/api/letters" }), status: 200 },
  "PUT /api/letters/{id}": {
    target: async ({ userId }) => userId,
    request: (id) => ({ path: `/api/letters/${encodeURIComponent(id)}`, json: { isOn: false } }),
    status: 200,
  },
  "GET /api/letters/this-week": {
    prepare: async (person) => {
      if (isInFamily(person)) await storeLetterPhoto(person);
      return "";
    },
    request: () => ({ path: "/api/letters/this-week" }),
    status: 200,
  },
  "GET /api/letters/heart": { request: heartPath, status: 200 },
  "POST /api/letters/heart": { request: heartPath, status: 200 },
};
