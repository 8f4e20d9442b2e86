import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Line, requireSuccess } from "./line.mjs";

const year = 2025;

/** As the specification has it: JSON with a data URL. */
export function jsonBody(name, bytes) {
  const fields = { fileName: name, fileType: "image", year, month: 1, description: "" };
  return {
    headers: { "content-type": "application/json" },
    body: `${JSON.stringify(fields).slice(0, -1)},"fileData":"data:image/jpeg;base64,${bytes.toString("base64")}"}`,
  };
}

const jsonFile = (file) => `${file}.json`;

/**
 * Encodes pictures, once: the phones' work is not the server's.
 * @param {string[]} files
 */
export async function prepareJsonBodies(files) {
  for (const file of files) {
    if (existsSync(jsonFile(file))) continue;
    await writeFile(`${file}.part`, jsonBody(path.basename(file), await readFile(file)).body);
    await rename(`${file}.part`, jsonFile(file));
  }
}

/** What surrounds a file when the pages, or programs, send it. */
function multipartParts(name, { type = "image", mediaType = "image/jpeg" } = {}) {
  const boundary = "----keepsake-bench";
  const field = (key, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const head = [
    field("fileType", type),
    field("year", year),
    field("month", 1),
    `--${boundary}\r\nContent-Disposition: form-data; name="fileData"; filename="${name}"\r\nContent-Type: ${mediaType}\r\n\r\n`,
  ].join("");
  return { contentType: `multipart/form-data; boundary=${boundary}`, head, tail: `\r\n--${boundary}--\r\n` };
}

/** A whole request. @param {{ type?: string, mediaType?: string }} [kind] a photo by default */
export function multipartBody(name, bytes, kind) {
  const { contentType, head, tail } = multipartParts(name, kind);
  return {
    headers: { "content-type": contentType },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]),
  };
}

/** How a format sends a picture: the file it comes from, its type, and what is around it. */
const formats = {
  json: (file) => ({ source: jsonFile(file), contentType: "application/json", head: "", tail: "" }),
  multipart: (file) => ({ source: file, ...multipartParts(path.basename(file)) }),
};

/** Memory for one request's body, used again for the next: a new page of it costs more than reading a file into it. */
class Body {
  #memory = Buffer.allocUnsafeSlow(16e6);

  async read(source, head, tail) {
    const file = await open(source);
    const { size } = await file.stat();
    if (head.length + size + tail.length > this.#memory.length) throw new Error(`${source} is too large.`);
    let end = this.#memory.write(head);
    end += (await file.read(this.#memory, end, size, 0)).bytesRead;
    await file.close();
    end += this.#memory.write(tail, end);
    return this.#memory.subarray(0, end);
  }
}

async function run({ url, cookie, files, format, uploaders }) {
  let next = 0;
  const work = async () => {
    const line = new Line(url, cookie);
    const memory = new Body();
    while (next < files.length) {
      const { source, contentType, head, tail } = formats[format](files[next++]);
      const body = await memory.read(source, head, tail);
      const upload = { method: "POST", headers: { "content-type": contentType }, body };
      requireSuccess(await line.call("/api/media", upload), "An upload");
    }
    line.close();
  };
  await Promise.all(Array.from({ length: uploaders }, work));
}

/**
 * Uploads pictures from a separate process, so its work doesn't count as the server's. For JSON they are prepared
 * beforehand.
 * @param {{ url: string, cookie: string, files: string[], format: keyof typeof formats, uploaders: number }} task
 * @returns {Promise<{ cpuSeconds: number }>} when every upload is acknowledged; what the uploaders took
 */
export function uploadPictures(task) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("message", ({ error, cpuSeconds }) =>
      error ? reject(new Error(error)) : resolve({ cpuSeconds }),
    );
    child.once("exit", (code) => reject(new Error(`The uploaders ended with code ${code}`)));
    child.send(task);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once("message", async (task) => {
    const error = await run(task).then(
      () => undefined,
      ({ message }) => message,
    );
    const { user, system } = process.cpuUsage();
    process.send({ error, cpuSeconds: (user + system) / 1e6 });
    process.disconnect();
  });
}
