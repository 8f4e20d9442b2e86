import { execFile } from "node:child_process";
import { mkdtemp, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const mebibyte = 1024 * 1024;

/** A file system that a test can fill. */
export interface SmallDisk {
  folder: string;
  /** Leaves this much free space. */
  fill: (freeBytes: number) => Promise<void>;
  makeRoom: () => Promise<void>;
  unmount: () => Promise<void>;
}

/**
 * Mounts a file system of this size in memory for the duration of the file's tests.
 * @returns null where this machine doesn't let us: only root may mount, and not in every container
 */
export async function withSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(path.join(tmpdir(), "keepsake-disk-"));
  try {
    await execute("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0711`, "tmpfs", folder]);
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  let isMounted = true;
  const unmount = async () => {
    if (isMounted) await execute("umount", ["--lazy", folder]);
    isMounted = false;
  };
  afterAll(async () => {
    await unmount();
    await rm(folder, { recursive: true });
  });
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    fill: async (freeBytes) => {
      // Otherwise this would fill the machine's own disk completely.
      if (!isMounted) throw new Error(`No disk is mounted at ${folder} to be filled.`);
      const handle = await open(ballast, "a");
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          const tooMany = bavail * bsize - freeBytes;
          if (tooMany <= 0) return;
          await handle.write(Buffer.alloc(Math.min(tooMany, mebibyte)));
        }
      } finally {
        await handle.close();
      }
    },
    makeRoom: () => rm(ballast, { force: true }),
    unmount,
  };
}
