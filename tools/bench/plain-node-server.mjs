import { fork } from "node:child_process";
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const key = "only-for-measuring";
const signatureOf = (name) => createHmac("sha256", key).update(name).digest();
/** What a signed-in reader of the plain server sends. */
export const plainCookie = `session=reader.${signatureOf("reader").toString("base64url")}`;

function isSignedIn(cookie = "") {
  const [, name = "", signature = ""] = /session=([^.;]+)\.([^;]+)/.exec(cookie) ?? [];
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(name);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const pictureHeaders = {
  "Content-Type": "image/webp",
  "Cache-Control": "private, no-cache",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
};

function sendPicture(response, bytes) {
  response.writeHead(200, { ...pictureHeaders, "Content-Length": bytes.length, ETag: `"${bytes.length}"` });
  response.end(bytes);
}

function sendJson(response, value) {
  const text = JSON.stringify(value);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

/** The minimum for answering a signed-in reader: the cookie, then a file, a picture in memory or one statement's rows. */
function serve({ folder, databaseUrl, statements }) {
  const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl, max: 4 }) : undefined;
  const hot = new Map();
  async function answer(request, response) {
    const [, kind, name] = /^\/(\w+)\/(.*)$/.exec(request.url) ?? [];
    if (kind === "file") return sendPicture(response, await readFile(path.join(folder, name)));
    if (kind === "hot") {
      if (!hot.has(name)) hot.set(name, await readFile(path.join(folder, name)));
      return sendPicture(response, hot.get(name));
    }
    if (kind === "rows") {
      const { text, values } = statements[name];
      return sendJson(response, (await pool.query({ name, text, values })).rows);
    }
    response.writeHead(404).end();
  }
  const server = createServer((request, response) => {
    if (!isSignedIn(request.headers.cookie)) return void response.writeHead(401).end();
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
  process.once("disconnect", () => process.exit());
}

/**
 * A plain Node server in its own process, for as long as `work` takes: what Node itself costs in the same hour.
 * `/file/{path}` and `/hot/{path}` are files of the folder, `/rows/{name}` the rows of a statement.
 * @template T
 * @param {{ folder?: string, databaseUrl?: string, statements?: Record<string, { text: string, values: unknown[] }> }} options
 * @param {(server: { url: string, pid: number }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPlainServer(options, work) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    child.send(options);
    const { port } = await new Promise((resolve) => child.once("message", resolve));
    return await work({ url: `http://127.0.0.1:${port}`, pid: child.pid });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.once("message", serve);
