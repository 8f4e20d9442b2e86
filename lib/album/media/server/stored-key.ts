import { derivativeKinds } from "@/lib/album/media/server/storage-keys";
import { isUuid } from "@/lib/shared/uuid";

/** The parts of a storage key. */
export interface StoredKey {
  familyId: string;
  mediaId: string;
  isOriginal: boolean;
}

const pattern = new RegExp(
  `^families/([^/]+)/(?:originals/([^/.]+)\\.[a-z0-9]+|derived/([^/]+)/(?:${derivativeKinds.join("|")}))$`,
);

/** Parses a key as made by storage-keys.ts; null for any other. */
export function parseStoredKey(key: string): StoredKey | null {
  const match = pattern.exec(key);
  const [familyId, original, derived] = match?.slice(1) ?? [];
  const mediaId = original ?? derived;
  if (!familyId || !mediaId || !isUuid(familyId) || !isUuid(mediaId)) return null;
  return { familyId, mediaId: mediaId.toLowerCase(), isOriginal: original !== undefined };
}
