import { randomUUID } from "node:crypto";
import { access, constants, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { sharesDiskWithDatabase } from "@/lib/album/uploads/server/disk-room";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { ok, type SystemCheck, warn, wrong } from "@/lib/operations/system/server/checks/check";
import { describeConfinement } from "@/lib/platform/child-processes/confinement";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { describeVideoPrograms } from "@/lib/platform/video/ffmpeg";
import { counted } from "@/lib/shared/counted";
import { storageSize } from "@/lib/shared/storage-size";
import { gibibyte } from "@/lib/shared/units";

const lowSpace = 2 * gibibyte;
const noRoom = gibibyte / 4;

/** Free space on the disk that holds originals, database and temporary files. */
export async function checkDataFolder(): Promise<SystemCheck> {
  try {
    await access(env.DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const advice = "Make the folder writable for the user that runs Keepsake, or set DATA_DIR.";
    return wrong("data-folder", `${env.DATA_DIR} is not writable.`, advice);
  }
  const { mode } = await stat(env.DATA_DIR);
  if ((mode & 0o007) !== 0 && env.MEDIA_OFFLOAD !== "nginx") {
    const advice =
      "Restart Keepsake, which restricts the folder, or put it on a volume that supports permissions.";
    return warn("data-folder", "Other users of this machine can read it.", advice);
  }
  const { bavail, bsize } = await statfs(env.DATA_DIR);
  const free = bavail * bsize;
  const seen = `${storageSize(free)} free in ${env.DATA_DIR}.`;
  if (free < noRoom)
    return wrong("data-folder", seen, "Free some space: uploads are refused when the disk is full.");
  if (free < env.MIN_FREE_BYTES && (await sharesDiskWithDatabase().catch(() => false))) {
    const advice =
      "Free some space: uploads are refused, so that the database keeps what is left (MIN_FREE_BYTES).";
    return wrong("data-folder", seen, advice);
  }
  if (free < lowSpace) return warn("data-folder", seen, "Free some space before the disk is full.");
  return ok("data-folder", seen);
}

/** Writes, reads and deletes a small file, as uploads do. */
export async function checkStorage(): Promise<SystemCheck> {
  const where = env.S3_BUCKET ? "The bucket" : "The photo storage";
  const known = await db.media.findFirst({ select: { id: true } }).catch(() => null);
  try {
    if (known) await getStorage().verifyRoot({ expectExisting: true });
    const key = `checks/${randomUUID()}`;
    const bytes = Buffer.from(randomUUID());
    async function* whole() {
      yield bytes;
    }
    await getStorage().write(key, whole(), { maxBytes: bytes.length });
    const read: Buffer[] = [];
    for await (const block of await getStorage().read(key)) read.push(block as Buffer);
    const deletion = await getStorage().delete(key);
    if (!Buffer.concat(read).equals(bytes)) {
      const advice = "Check the disk or the S3 server before anyone uploads anything.";
      return wrong("storage", `${where} returned different bytes from those written.`, advice);
    }
    if (deletion === "hidden") {
      const advice =
        "Allow s3:ListBucketVersions and s3:DeleteObjectVersion and switch off object lock, or erased photos will stay in the bucket.";
      return warn("storage", `${where} keeps a copy of everything that is deleted.`, advice);
    }
    const place = env.S3_BUCKET ? `the bucket ${env.S3_BUCKET}` : path.join(env.DATA_DIR, "media");
    return ok("storage", `Photos and videos are in ${place}. Writing, reading and deleting work there.`);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const advice: Partial<Record<StorageError["code"], string>> = {
      unmounted: "Mount the disk, or correct DATA_DIR or S3_BUCKET. Keepsake won't start until then.",
      full: "Free some space.",
    };
    const rest = env.S3_BUCKET
      ? "Check S3_ENDPOINT, S3_BUCKET and the keys."
      : "Check the media folder in the data folder and its owner.";
    return wrong("storage", `${where}: ${error.message}`, advice[error.code] ?? rest);
  }
}

/** Which photos can be shown, and whether some couldn't be. The decoders come with Keepsake. */
export async function checkPhotos(): Promise<SystemCheck> {
  const failed = await db.media.count({
    where: { mediaType: "image", derivatives: "failed", deletedAt: null },
  });
  if (failed > 0) {
    return warn(
      "photos",
      `${counted(failed, "photo")} couldn't be prepared for showing. The originals are stored.`,
      "An admin of the family can try again on the page Fix images.",
    );
  }
  if (env.HEIF_DECODER)
    return ok("photos", "HEIC, JPEG XL and raw photos can be shown, as well as all usual types.");
  return ok(
    "photos",
    "HEIC photos are refused (HEIF_DECODER=off): iPhones send theirs as JPEG. Other photos can be shown.",
  );
}

export async function checkVideoTools(): Promise<SystemCheck> {
  const programs = await describeVideoPrograms();
  const install =
    "Install ffmpeg 4.4 or newer (apt-get install ffmpeg, apk add ffmpeg, brew install ffmpeg) and restart.";
  if (!programs) return warn("ffmpeg", "ffmpeg is missing: videos are stored, but can't be played.", install);
  const { ffmpeg, ffprobe } = programs;
  if (ffmpeg.isTooOld || ffprobe.isTooOld) {
    return warn("ffmpeg", `ffmpeg ${ffmpeg.version} is too old to open untrusted videos.`, install);
  }
  return ok("ffmpeg", `ffmpeg ${ffmpeg.version} makes posters and playable videos.`);
}

/** Whether the operating system isolates the decoders of untrusted files, and what is lost if it doesn't. */
export async function checkDecoders(): Promise<SystemCheck> {
  const { hasNoNetwork, canHide, isWhole } = await describeConfinement();
  const seen = [
    `Decoders run without network: ${hasNoNetwork ? "yes" : "no"}`,
    `without access to the data folder: ${canHide ? "yes" : "no"}.`,
  ].join(", ");
  if (isWhole) return ok("decoders", seen);
  const risk =
    env.DECODE_UNCONFINED === "refuse"
      ? "Videos are refused (DECODE_UNCONFINED=refuse)."
      : "A malicious video or photo that takes over its decoder could read every file in the album; DECODE_UNCONFINED=refuse accepts no videos.";
  const advice =
    "Install util-linux (unshare, mount, setpriv) and let Keepsake create user namespaces; containers usually need a setting.";
  return warn("decoders", `${seen} ${risk}`, advice);
}
