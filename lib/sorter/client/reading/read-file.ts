import tzLookup from "@photostructure/tz-lookup";
import type { Sidecar } from "@/lib/album/imports/sidecar";
import { clipFactsOf } from "@/lib/album/media/client/clip-facts";
import { type Place, takenDateOf } from "@/lib/album/media/taken-date";
import { paperKindOf } from "@/lib/album/similar/picture-kind";
import type { FileKind } from "@/lib/album/uploads/file-rules";
import { photoFactsOf } from "@/lib/sorter/client/reading/photo-facts";
import { pictureSizeOf } from "@/lib/sorter/client/reading/picture-size";
import type { ReadPicture } from "@/lib/sorter/client/reading/read-picture";
import { RefusedFileError } from "@/lib/sorter/client/reading/refused-error";
import { sha256Of } from "@/lib/sorter/client/reading/sha256";
import type { FileFacts } from "@/lib/sorter/file-facts";

export interface ReadableFile {
  name: string;
  mimeType: string;
  kind: FileKind;
  modifiedMs: number;
  sidecar: Sidecar | null;
  /** The browser's zone. */
  timeZone: string;
}

/** The part of a file that states a picture's size; colour profiles may precede it. */
const headBytes = 256 * 1024;

function timeZoneOf(place: Place | null): string | null {
  try {
    return place && tzLookup(place.latitude, place.longitude);
  } catch {
    return null;
  }
}

/**
 * Everything that can be learned about a file without sending it anywhere.
 * @param decode the browser's decoder; omitted in tests of the rest
 * @throws RefusedFileError "empty"; "broken" if neither the browser nor the file's header identifies a picture
 */
export async function readFile(
  file: Blob,
  about: ReadableFile,
  decode: (file: Blob, stated: ReturnType<typeof pictureSizeOf>) => Promise<ReadPicture | null>,
): Promise<FileFacts> {
  if (file.size === 0) throw new RefusedFileError("empty");
  const { name, mimeType, kind, modifiedMs, sidecar, timeZone } = about;
  const sha256 = await sha256Of(file);
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const photo = kind === "image" ? await photoFactsOf(file, name) : null;
  const clip = kind === "video" ? await clipFactsOf(file) : null;
  const place = photo?.place ?? clip?.place ?? sidecar?.place ?? null;
  const stated = kind === "image" ? pictureSizeOf(head) : null;
  const picture = kind === "image" ? await decode(file, stated) : null;
  // The album accepts damaged pictures and shows what can be read; so files that a browser can't show are allowed.
  if (kind === "image" && !picture && !stated) throw new RefusedFileError("broken");
  const { width = null, height = null } = picture ?? stated ?? {};
  const { measures = null, preview = null } = picture ?? {};
  const hasCamera = photo?.hasCamera ?? false;
  return {
    sha256,
    place,
    width,
    height,
    measures,
    preview,
    taken: takenDateOf({
      name,
      modifiedMs,
      timeZone,
      exifDate: photo?.exifDate,
      isScan: photo?.isScan,
      gpsMs: photo?.gpsMs,
      clipLocalDate: clip?.localDate,
      clipMs: clip?.createdMs,
      takeoutMs: sidecar?.takenMs,
      placeTimeZone: timeZoneOf(place),
    }),
    paper:
      measures && width && height
        ? paperKindOf({ name, mimeType, width, height, hasCamera, measures })
        : null,
  };
}
