import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
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

/** As the pages send one, and programs. */
export function multipartBody(name, bytes, { type = "image", mediaType = "image/jpeg" } = {}) {
  const boundary = "----keepsake-bench";
  const field = (key, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const head = [
    field("fileType", type),
    field("year", year),
    field("month", 1),
    `--${boundary}\r\nContent-Disposition: form-data; name="fileData"; filename="${name}"\r\nContent-Type: ${mediaType}\r\n\r\n`,
  ].join("");
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

const requests = {
  json: async (file) => ({
    headers: { "content-type": "application/json" },
    body: await readFile(jsonFile(file)),
  }),
  multipart: async (file) => multipartBody(path.basename(file), await readFile(file)),
};

async function run({ url, cookie, files, format, uploaders }) {
  let next = 0;
  const work = async () => {
    const line = new Line(url, cookie);
    while (next < files.length) {
      const file = files[next++];
      const upload = await requests[format](file);
      requireSuccess(await line.call("/api/media", { method: "POST", ...upload }), "An upload");
    }
    line.close();
  };
  await Promise.all(Array.from({ length: uploaders }, work));
}

/**
 * Uploads pictures from a separate process, so its work doesn't count as the server's. For JSON they are prepared
 * beforehand.
 * @param {{ url: string, cookie: string, files: string[], format: keyof typeof requests, uploaders: number }} task
 * @returns {Promise<void>} when every upload is acknowledged
 */
export function uploadPictures(task) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("message", ({ error }) => (error ? reject(new Error(error)) : resolve()));
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
    process.send({ error });
    process.disconnect();
  });
}
