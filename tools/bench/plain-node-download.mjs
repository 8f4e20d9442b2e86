import { fork } from "node:child_process";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

const readBytes = 1024 * 1024;

async function* blocksOf(files) {
  for (const file of files) yield* createReadStream(file, { highWaterMark: readBytes });
}

/** The minimum for sending files: each is read in turn, and its bytes go to the connection. */
function serve(files) {
  const length = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const server = createServer(async (_, response) => {
    response.writeHead(200, { "Content-Length": length });
    // A client that has what it wants disconnects.
    await pipeline(blocksOf(files), response).catch(() => {});
  });
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
  process.once("disconnect", () => process.exit());
}

/**
 * A plain Node server that sends these files as one answer, for as long as `work` takes.
 * @template T
 * @param {string[]} files
 * @param {(server: { url: string, pid: number }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPlainDownload(files, work) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    child.send(files);
    const { port } = await new Promise((resolve) => child.once("message", resolve));
    return await work({ url: `http://127.0.0.1:${port}`, pid: child.pid });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.once("message", serve);
