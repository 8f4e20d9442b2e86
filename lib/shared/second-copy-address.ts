/** Where a second copy is. */
export type SecondCopyAddress =
  | { kind: "folder"; folder: string }
  /** The prefix is empty or ends in a slash. */
  | { kind: "bucket"; bucket: string; prefix: string };

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w-][\w.-]*\/?)*))?$/;

/** @returns null when it is neither an absolute folder nor `s3://bucket` or `s3://bucket/prefix` */
export function parseSecondCopyAddress(value: string): SecondCopyAddress | null {
  if (value.startsWith("/") || /^[A-Z]:\\/.test(value)) return { kind: "folder", folder: value };
  const [, bucket, path = ""] = bucketPattern.exec(value) ?? [];
  if (!bucket) return null;
  return { kind: "bucket", bucket, prefix: path === "" || path.endsWith("/") ? path : `${path}/` };
}
