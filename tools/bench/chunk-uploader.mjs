import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Line, requireSuccess } from "./line.mjs";
import { clipBytes, clipPieces, pieceBytes } from "./made-up-clip.mjs";

const year = new Date().getUTCFullYear();
const chunks = clipBytes / pieceBytes;
const chunkPath = "/api/media/chunked-upload/chunk";

function rawChunk(uploadId, chunkIndex, bytes) {
  return {
    path: `${chunkPath}?uploadId=${uploadId}&chunkIndex=${chunkIndex}`,
    headers: { "content-type": "application/octet-stream" },
    body: bytes,
  };
}

function jsonChunk(uploadId, chunkIndex, bytes) {
  const chunkData = `data:application/octet-stream;base64,${bytes.toString("base64")}`;
  return {
    path: chunkPath,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uploadId, chunkIndex, chunkData }),
  };
}

async function begin(line, name) {
  const facts = { fileName: name, fileSize: clipBytes, totalChunks: chunks, uploadId: name, year, month: 1 };
  const { value } = await line.json("/api/media/chunked-upload/init", "POST", facts);
  return value;
}

async function uploadInChunks(line, name, seed, makeCall) {
  await begin(line, name);
  let index = 0;
  for (const piece of clipPieces(seed)) {
    const { path, ...call } = makeCall(name, index++, piece);
    requireSuccess(await line.call(path, { method: "POST", ...call }), "A chunk");
  }
  await line.json("/api/media/chunked-upload/complete", "POST", { uploadId: name });
}

/** Sends raw bytes in parts as large as the server accepts, `atOnce` at a time; the pages use three. */
async function uploadInParts(line, name, seed, atOnce) {
  const { partBytes } = await begin(line, name);
  const perPart = partBytes / pieceBytes;
  let next = 0;
  const work = async (own) => {
    while (next < chunks) {
      const first = next;
      const count = Math.min(perPart, chunks - first);
      next += count;
      // Read while it is sent, as a browser reads a file's part.
      const { path, headers, body } = rawChunk(name, first, clipPieces(seed, { first, count }));
      const call = {
        method: "POST",
        headers: { ...headers, "content-length": String(count * pieceBytes) },
        body,
      };
      requireSuccess(await own.call(path, call), "A part");
    }
  };
  const others = Array.from({ length: atOnce - 1 }, () => line.another());
  await Promise.all([line, ...others].map(work));
  for (const other of others) other.close();
  await line.json("/api/media/chunked-upload/complete", "POST", { uploadId: name });
}

/** Sends the whole clip in one request, while it is read. */
async function uploadWhole(line, name, seed) {
  const boundary = "----keepsake-bench";
  const field = (key, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const head = Buffer.from(
    `${field("fileType", "video")}${field("year", year)}${field("month", 1)}--${boundary}\r\nContent-Disposition: form-data; name="fileData"; filename="${name}.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* body() {
    yield head;
    yield* clipPieces(seed);
    yield tail;
  }
  const headers = {
    "content-type": `multipart/form-data; boundary=${boundary}`,
    "content-length": String(head.length + clipBytes + tail.length),
  };
  requireSuccess(await line.call("/api/media", { method: "POST", headers, body: body() }), "A clip");
}

async function uploadToPlainNode(line, _name, seed) {
  const headers = { "content-length": String(clipBytes) };
  requireSuccess(await line.call("/", { method: "POST", headers, body: clipPieces(seed) }), "Plain Node");
}

async function uploadToRclone(line, name, seed) {
  const headers = { "content-length": String(clipBytes) };
  const call = { method: "PUT", headers, body: clipPieces(seed) };
  requireSuccess(await line.call(`/${name}.mp4`, call), "rclone");
}

const ways = {
  pages: (line, name, seed) => uploadInParts(line, name, seed, 3),
  parts: (line, name, seed) => uploadInParts(line, name, seed, 1),
  raw: (line, name, seed) => uploadInChunks(line, name, seed, rawChunk),
  json: (line, name, seed) => uploadInChunks(line, name, seed, jsonChunk),
  whole: uploadWhole,
  plain: uploadToPlainNode,
  rclone: uploadToRclone,
};

async function run({ url, cookies, way, firstSeed }) {
  const started = performance.now();
  await Promise.all(
    cookies.map(async (cookie, index) => {
      const line = new Line(url, cookie);
      await ways[way](line, `clip-${firstSeed + index}`, firstSeed + index);
      line.close();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return (cookies.length * clipBytes) / 1e6 / seconds;
}

/**
 * Uploads a clip of 100 MB for each cookie, all at once, from a separate process.
 * @param {{ url: string, cookies: string[], way: keyof typeof ways, firstSeed: number }} task
 * @returns {Promise<number>} MB/s, all together
 */
export function uploadClips(task) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("message", ({ rate, error }) => (error ? reject(new Error(error)) : resolve(rate)));
    child.once("exit", (code) => reject(new Error(`The uploaders ended with code ${code}`)));
    child.send(task);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once("message", async (task) => {
    process.send(
      await run(task).then(
        (rate) => ({ rate }),
        ({ message }) => ({ error: message }),
      ),
    );
    process.disconnect();
  });
}
