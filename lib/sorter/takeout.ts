import { originalOfEdited } from "@/lib/album/media/edited-name";
import type { Place } from "@/lib/album/media/taken-date";

/** What one of Google Takeout's JSON files says about its picture. */
export interface Sidecar {
  takenMs: number | null;
  description: string;
  place: Place | null;
}

/** Google cuts the name before ".json" to this many characters. */
const maxStem = 46;
const supplement = ".supplemental-metadata";
/** Parses a sidecar; null for any other JSON, such as an album's. Nothing in it is trusted. */
export function parseSidecar(text: string): Sidecar | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof json !== "object" || json === null || !("photoTakenTime" in json)) return null;
  const { photoTakenTime, description, geoData, geoDataExif } = json as Record<string, unknown>;
  const seconds = Number((photoTakenTime as Record<string, unknown> | null)?.timestamp);
  return {
    // Google writes 0 if it knows nothing.
    takenMs: Number.isFinite(seconds) && seconds !== 0 ? seconds * 1000 : null,
    description: typeof description === "string" ? description.trim().slice(0, 2000) : "",
    place: placeOf(geoData) ?? placeOf(geoDataExif),
  };
}

function placeOf(value: unknown): Place | null {
  const { latitude, longitude } = (value ?? {}) as Record<string, unknown>;
  const isReal =
    typeof latitude === "number" &&
    typeof longitude === "number" &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    // Google writes these coordinates if there is no place; a real photo off Ghana is unlikely.
    (latitude !== 0 || longitude !== 0);
  return isReal ? { latitude, longitude } : null;
}

interface SidecarName {
  stem: string;
  index: string;
}

/** "IMG_1.jpg.supplemental-meta(2).json" belongs to the second "IMG_1.jpg": the word can be cut anywhere. */
function readSidecarName(name: string): SidecarName | null {
  if (!/\.json$/i.test(name)) return null;
  let stem = name.slice(0, -5);
  const numbered = /^(.*)(\(\d+\))$/.exec(stem);
  const index = numbered?.[2] ?? "";
  if (numbered?.[1]) stem = numbered[1];
  const cut = stem.lastIndexOf(".");
  if (cut > 0 && stem.length - cut > 1 && supplement.startsWith(stem.slice(cut))) stem = stem.slice(0, cut);
  else if (stem.endsWith(".")) stem = stem.slice(0, -1);
  return { stem, index };
}

const key = ({ stem, index }: SidecarName) => `${stem.toLowerCase()}\n${index}`;
const extension = /\.[^.]+$/;

/**
 * Finds the sidecar of each picture in one folder, including names that Google cut, numbered copies, edited copies and
 * the clip of a live photo (which shares its photo's).
 * @param mediaNames names without folders
 * @param sidecarNames likewise
 * @returns the sidecar's name by picture
 */
export function pairSidecars(
  mediaNames: readonly string[],
  sidecarNames: readonly string[],
): Map<string, string> {
  const byKey = new Map<string, string>();
  const shortened: { stem: string; index: string; name: string }[] = [];
  for (const name of sidecarNames) {
    const read = readSidecarName(name);
    if (!read) continue;
    byKey.set(key(read), name);
    const isCut = name.replace(/\.json$/i, "").replace(/\(\d+\)$/, "").length >= maxStem - 1;
    if (isCut || !extension.test(read.stem)) shortened.push({ ...read, name });
  }

  function find(mediaName: string): string | undefined {
    const numbered = /^(.*)(\(\d+\))(\.[^.]+)$/.exec(mediaName);
    const stem = numbered ? `${numbered[1]}${numbered[3]}` : mediaName;
    const index = numbered?.[2] ?? "";
    const exact = byKey.get(key({ stem, index })) ?? byKey.get(key({ stem: mediaName, index: "" }));
    if (exact) return exact;
    const bare = stem.replace(extension, "").toLowerCase();
    // Older exports omit the picture's own extension.
    const withoutExtension = byKey.get(`${bare}\n${index}`);
    if (withoutExtension) return withoutExtension;
    return shortened.find(
      (cut) =>
        cut.index === index && cut.stem.length >= 20 && stem.toLowerCase().startsWith(cut.stem.toLowerCase()),
    )?.name;
  }

  const pairs = new Map<string, string>();
  for (const mediaName of mediaNames) {
    const original = originalOfEdited(mediaName);
    const found =
      find(mediaName) ?? (original ? find(original) : undefined) ?? findOfLivePhoto(mediaName, byKey);
    if (found) pairs.set(mediaName, found);
  }
  return pairs;
}

/** IMG_1.MP4 belongs to IMG_1.HEIC, IMG_1.JPG or IMG_1.JPEG. */
function findOfLivePhoto(mediaName: string, byKey: ReadonlyMap<string, string>): string | undefined {
  if (!/\.(mov|mp4|mp)$/i.test(mediaName)) return undefined;
  const bare = mediaName.replace(extension, "").toLowerCase();
  for (const ending of ["heic", "jpg", "jpeg", "png"]) {
    const found = byKey.get(`${bare}.${ending}\n`);
    if (found) return found;
  }
  return undefined;
}
