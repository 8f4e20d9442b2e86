import { StorageError } from "@/lib/platform/storage/storage-driver";

/** Created once in a store that is in use; see Storage.verifyRoot. */
export const markerName = ".keepsake-storage";
export const stagingFolder = ".staging";

const segment = "[a-zA-Z0-9_-][a-zA-Z0-9._-]*";
const keyPattern = new RegExp(`^${segment}(?:/${segment})*$`);
const prefixPattern = new RegExp(`^(?:${segment}(?:/${segment})*/?)?$`);
const uploadIdPattern = new RegExp(`^${segment}$`);
/** Below the 255 bytes of a file name on common file systems and the 1024 of an S3 key. */
const maxSegmentLength = 200;
const maxKeyLength = 900;

function check(pattern: RegExp, value: string): string {
  const isShort =
    value.length <= maxKeyLength && value.split("/").every((part) => part.length <= maxSegmentLength);
  if (!isShort || !pattern.test(value)) throw new StorageError("bad_key", "A storage key is malformed");
  return value;
}

/** Segments never start with a dot, so a key can reach neither another folder nor the store's own files. */
export const checkKey = (key: string) => check(keyPattern, key);
export const checkPrefix = (prefix: string) => check(prefixPattern, prefix);
export const checkUploadId = (uploadId: string) => check(uploadIdPattern, uploadId);
