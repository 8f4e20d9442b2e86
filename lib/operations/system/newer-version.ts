const pattern = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

const partsOf = (version: string) => pattern.exec(version)?.slice(1).map(Number) ?? null;

/** Whether a release is newer than this version; a preview, or text that isn't a version, never is. */
export function isNewerVersion(release: string, version: string): boolean {
  const [theirs, ours] = [partsOf(release), partsOf(version.replace(/-.*$/, ""))];
  if (!theirs || !ours) return false;
  for (const [at, part] of theirs.entries()) {
    const own = ours[at] ?? 0;
    if (part !== own) return part > own;
  }
  return false;
}
