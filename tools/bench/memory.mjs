import { fork } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { freemem } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const blockBytes = 16 * 1024 ** 2;

/** Allocates the memory, says so, and frees a block every `everyMs`. */
function holdAndRelease({ bytes, everyMs }) {
  const blocks = [];
  for (let left = bytes; left > 0; left -= blockBytes) blocks.push(new ArrayBuffer(blockBytes));
  for (const block of blocks) new Uint8Array(block).fill(1);
  process.send("held");
  const release = () => {
    blocks.pop()?.transfer(0);
    if (blocks.length > 0) setTimeout(release, everyMs);
    else process.disconnect();
  };
  release();
}

/**
 * Keeps free memory warm while something runs: touches it once, then frees it gradually. A virtual machine that reports
 * its free pages gets them back from the host at the first touch, which takes ten times as long as writing to them; on
 * a machine whose memory is in use nobody pays for that, and neither should the measurement.
 * @template T
 * @param {{ bytes: number, seconds: number }} amount how much the work will write, and roughly how long it takes
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withWarmMemory({ bytes, seconds }, work) {
  const size = Math.min(bytes, freemem() / 2);
  const everyMs = (seconds * 1000) / Math.ceil(size / blockBytes);
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`The memory could not be held (${code})`)));
    child.send({ bytes: size, everyMs });
  });
  try {
    return await work();
  } finally {
    child.kill("SIGTERM");
  }
}

/**
 * The same for a file that is about to be written: the system takes its cache's pages from those of a file removed just
 * before, not from what a program freed.
 * @param {string} folder where the file will be
 * @param {number} bytes
 */
export async function warmFileCache(folder, bytes) {
  const file = path.join(folder, "warm");
  const block = Buffer.alloc(1024 ** 2, 1);
  const handle = await open(file, "w");
  try {
    for (let written = 0; written < bytes; written += block.length) await handle.write(block);
  } finally {
    await handle.close();
    await rm(file);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.once("message", holdAndRelease);
