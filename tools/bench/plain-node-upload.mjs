import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { clipPieces, pieceBytes } from "./made-up-clip.mjs";

/** The minimum for storing a file: its bytes written to disk, their SHA-256, and a sync. */
async function keep(source, file) {
  const handle = await open(file, "w");
  const hash = createHash("sha256");
  try {
    let gathered = [];
    let bytes = 0;
    const flush = async () => {
      const written = gathered.length > 0 ? handle.writev(gathered) : undefined;
      for (const piece of gathered) hash.update(piece);
      await written;
      gathered = [];
      bytes = 0;
    };
    for await (const piece of source) {
      gathered.push(piece);
      bytes += piece.length;
      if (bytes >= pieceBytes) await flush();
    }
    await flush();
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest("hex");
}

function serve(folder) {
  let count = 0;
  const server = createServer(async (request, response) => {
    // Kept until the end, as in the album: a file in a removed one's place is written faster.
    response.end(await keep(request, path.join(folder, `plain-${count++}`)));
  });
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
  process.once("disconnect", () => process.exit());
}

/**
 * A plain Node server that keeps what it is sent, for as long as `work` takes.
 * @template T
 * @param {string} folder
 * @param {(url: string, pid: number) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPlainNode(folder, work) {
  mkdirSync(folder, { recursive: true });
  const child = fork(fileURLToPath(import.meta.url), [folder], { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const { port } = await new Promise((resolve) => child.once("message", resolve));
    return await work(`http://127.0.0.1:${port}`, child.pid);
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The same without a network: a file read in pieces of 1 MiB, hashed and written.
 * @param {string} folder
 * @returns {Promise<number>} MB/s
 */
export async function timeFileCopy(folder) {
  mkdirSync(folder, { recursive: true });
  const source = path.join(folder, "source");
  const copy = path.join(folder, "copy");
  writeFileSync(source, "");
  let bytes = 0;
  for (const piece of clipPieces(1)) {
    writeFileSync(source, piece, { flag: "a" });
    bytes += piece.length;
  }
  const started = performance.now();
  await keep(createReadStream(source, { highWaterMark: pieceBytes }), copy);
  const seconds = (performance.now() - started) / 1000;
  rmSync(folder, { recursive: true, force: true });
  return bytes / 1e6 / seconds;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve(process.argv[2]);
