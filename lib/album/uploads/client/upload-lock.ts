/** Lets the tabs of one browser know which of them is carrying out an upload. */
const lockName = (uploadId: string) => `keepsake-upload:${uploadId}`;

/** Missing on plain http and in old browsers: then every tab assumes that it is alone. */
const locks = () => globalThis.navigator?.locks as LockManager | undefined;

/** Runs the task while this tab holds the upload's lock. */
export async function holdingUpload<T>(uploadId: string, task: () => Promise<T>): Promise<T> {
  const manager = locks();
  if (!manager) return task();
  return manager.request(lockName(uploadId), { ifAvailable: true }, task) as Promise<T>;
}

/** Whether a tab is carrying it out right now. */
export async function isUploadHeld(uploadId: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === lockName(uploadId));
}
