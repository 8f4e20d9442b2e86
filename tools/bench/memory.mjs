import { fork } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { freemem } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const block = Buffer.alloc(1024 ** 2, 1);
const fileBytes = 16 * block.length;

/** On the same disk. */
const folderBeside = ({ dataDir }) => `${dataDir}-warm`;

async function writeFileOf(file, bytes, { isSynced }) {
  const handle = await open(file, "w");
  try {
    for (let written = 0; written < bytes; written += block.length) await handle.write(block);
    if (isSynced) await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Writes files, so that they are in the system's cache, reports it, and removes one every `everyMs`. */
async function holdAndRelease({ folder, count, everyMs }) {
  const files = Array.from({ length: count }, (_, index) => path.join(folder, String(index)));
  // Synced, because the disk would otherwise be busy with them during the measurement.
  for (const file of files) await writeFileOf(file, fileBytes, { isSynced: true });
  process.send("held");
  const release = async () => {
    const file = files.pop();
    if (!file) return process.disconnect();
    await rm(file, { force: true });
    setTimeout(release, everyMs);
  };
  void release();
}

/**
 * Keeps free memory warm while something writes files: fills it with files, which are removed gradually. A virtual machine
 * that reports its free pages gets them back from the host at the first touch, which takes ten times as long as writing to
 * them; on a machine whose memory is in use nobody pays for that, and neither should the measurement. Memory that a program
 * freed would not do: the cache takes its pages from those of removed files.
 * @template T
 * @param {{ dataDir: string }} album
 * @param {{ bytes: number, seconds: number }} amount how much the work will write, and roughly how long it takes
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withWarmMemory(album, { bytes, seconds }, work) {
  const count = Math.ceil(Math.min(bytes, freemem() / 2) / fileBytes);
  const folder = folderBeside(album);
  mkdirSync(folder, { recursive: true });
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`The memory could not be held (${code})`)));
      child.send({ folder, count, everyMs: (seconds * 1000) / count });
    });
    return await work();
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same for a file that is about to be written, before its memory returns to the host. */
export async function warmFileCache(album, bytes) {
  const file = folderBeside(album);
  await writeFileOf(file, bytes, { isSynced: false });
  await rm(file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.once("message", holdAndRelease);
