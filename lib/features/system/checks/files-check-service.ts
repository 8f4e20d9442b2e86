import { randomUUID } from "node:crypto";
import { access, constants, statfs } from "node:fs/promises";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { ok, type SystemCheck, warn, wrong } from "@/lib/features/system/checks/check";
import { describeConfinement } from "@/lib/platform/child-processes/confinement";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { findVideoTools } from "@/lib/platform/video/ffmpeg";
import { storageSize } from "@/lib/shared/storage-size";

const gibibyte = 1024 ** 3;
const littleRoom = 2 * gibibyte;
const noRoom = gibibyte / 4;

/** Room on the disk that holds originals, database and what is being worked on. */
export async function checkDataFolder(): Promise<SystemCheck> {
  try {
    await access(env.DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const advice = "Give the folder to the user that runs Keepsake, or set DATA_DIR.";
    return wrong("data-folder", `${env.DATA_DIR} can't be written.`, advice);
  }
  const { bavail, bsize } = await statfs(env.DATA_DIR);
  const free = bavail * bsize;
  const seen = `${storageSize(free)} free in the data folder.`;
  if (free < noRoom)
    return wrong("data-folder", seen, "Make room: uploads are refused when the disk is full.");
  if (free < littleRoom) return warn("data-folder", seen, "Make room before the disk is full.");
  return ok("data-folder", seen);
}

/** Writes, reads and deletes a small file, as uploads do. */
export async function checkStorage(): Promise<SystemCheck> {
  const where = env.S3_BUCKET ? "The bucket" : "The picture store";
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
    await getStorage().delete(key);
    if (!Buffer.concat(read).equals(bytes)) {
      const advice = "Check the disk or the S3 server before anything is uploaded.";
      return wrong("storage", `${where} gave back other bytes than it was given.`, advice);
    }
    return ok("storage", `${where} writes, reads and deletes.`);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const advice: Partial<Record<StorageError["code"], string>> = {
      unmounted: "Mount the disk, or correct DATA_DIR or S3_BUCKET. Keepsake does not start like this.",
      full: "Make room.",
    };
    const rest = env.S3_BUCKET
      ? "Check S3_ENDPOINT, S3_BUCKET and the keys."
      : "Check the folder media in the data folder and who owns it.";
    return wrong("storage", `${where}: ${error.message}`, advice[error.code] ?? rest);
  }
}

export async function checkVideoTools(): Promise<SystemCheck> {
  const tools = await findVideoTools();
  if (tools) return ok("ffmpeg", "ffmpeg makes posters and playable clips.");
  return warn(
    "ffmpeg",
    "There is no ffmpeg.",
    "Install it for posters and for clips that browsers can't play.",
  );
}

/** Whether the system itself cuts off what reads strangers' files. */
export async function checkDecoders(): Promise<SystemCheck> {
  const { hasNoNetwork, canHide } = await describeConfinement();
  const seen = [
    `Decoders run without network: ${hasNoNetwork ? "yes" : "no"}`,
    `without sight of the data folder: ${canHide ? "yes" : "no"}.`,
  ].join(", ");
  if (hasNoNetwork && canHide) return ok("decoders", seen);
  const advice =
    "Install util-linux (unshare, mount, setpriv) and let Keepsake make user namespaces; containers mostly need a setting.";
  return warn("decoders", seen, advice);
}
