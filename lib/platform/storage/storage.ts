import path from "node:path";
import { env } from "@/lib/env";
import { DiskStorage } from "@/lib/platform/storage/disk-storage";
import { InPlaceStorage } from "@/lib/platform/storage/in-place-storage";
import { S3Storage } from "@/lib/platform/storage/s3-storage";
import type { Storage } from "@/lib/platform/storage/storage-driver";
import { processWide } from "@/lib/shared/process-wide";

function chooseStorage(): Storage {
  if (!env.S3_BUCKET) return new DiskStorage(path.resolve(env.DATA_DIR, "media"));
  return new S3Storage({
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    // env.ts refuses a bucket without keys.
    accessKeyId: env.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
    scratchFolder: path.resolve(env.DATA_DIR, "scratch"),
  });
}

/**
 * The only storage: S3 when S3_BUCKET is set, otherwise the disk under DATA_DIR/media; and, read-only, the files that
 * stay in the folders of IMPORT_FOLDERS.
 */
export function getStorage(): Storage {
  return processWide("storage", () => new InPlaceStorage(chooseStorage()));
}
