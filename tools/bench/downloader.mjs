import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

const bufferBytes = 1024 * 1024;
const headersEnd = "\r\n\r\n";

function headersOf(text) {
  const [first, ...lines] = text.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: Object.fromEntries(headers) };
}

/**
 * Reads an answer with as little overhead as possible: the connection's bytes, always into the same memory.
 * @param {{ url: string, headers?: Record<string, string>, most?: number, onBytes?: (bytes: Buffer) => void }} download
 * most: after this many bytes of the body the connection is cut
 */
function download({ url, headers = {}, most = Infinity, onBytes = () => {} }) {
  const { hostname, port, host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    let head = "";
    let answer;
    let bytes = 0;
    const finish = (socket) => {
      socket.destroy();
      resolve({ ...answer, bytes });
    };
    const take = (piece) => {
      const wanted = piece.subarray(0, answer.expected - bytes);
      bytes += wanted.length;
      onBytes(wanted);
      return bytes < answer.expected;
    };
    const onRead = (count, buffer) => {
      let piece = buffer.subarray(0, count);
      if (!answer) {
        const text = head + piece.toString("latin1");
        const end = text.indexOf(headersEnd);
        if (end === -1) {
          head = text;
          return true;
        }
        piece = piece.subarray(end + headersEnd.length - head.length);
        answer = headersOf(text.slice(0, end));
        if (!(answer.headers["content-length"] > 0)) {
          reject(new Error(`A download answered ${answer.status} without a length`));
          return false;
        }
        answer.expected = Math.min(most, Number(answer.headers["content-length"]));
      }
      if (!take(piece)) finish(socket);
      return true;
    };
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: Buffer.allocUnsafe(bufferBytes), callback: onRead },
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`A download broke off after ${bytes} bytes`)));
    const lines = Object.entries({ host, connection: "close", ...headers }).map((pair) => pair.join(": "));
    socket.write([`GET ${pathname} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  });
}

const requireStatus = (answer, status) => {
  if (answer.status !== status) throw new Error(`A download answered ${answer.status} instead of ${status}`);
  return answer;
};

const ways = {
  /** This many at once, each until it has this many bytes. */
  async read({ url, cookie, atOnce = 1, most }) {
    const headers = cookie ? { cookie } : {};
    const started = performance.now();
    const downloads = Array.from({ length: atOnce }, () => download({ url, headers, most }));
    const answers = (await Promise.all(downloads)).map((answer) => requireStatus(answer, 200));
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
    return { bytes, seconds: (performance.now() - started) / 1000 };
  },

  /** Cut at each of these bytes, and resumed there by Range. */
  async resume({ url, cookie, cuts }) {
    const hash = createHash("sha256");
    let [at, etag, total] = [0, "", Infinity];
    for (const cut of [...cuts, Infinity]) {
      const range = at > 0 ? { range: `bytes=${at}-`, "if-range": etag } : {};
      const answer = await download({
        url,
        headers: { cookie, ...range },
        most: cut - at,
        onBytes: (bytes) => hash.update(bytes),
      });
      requireStatus(answer, at > 0 ? 206 : 200);
      if (at === 0) ({ etag, "content-length": total } = answer.headers);
      at += answer.bytes;
    }
    if (at !== Number(total)) throw new Error(`A resumed download has ${at} bytes instead of ${total}`);
    return { bytes: at, sha256: hash.digest("hex") };
  },

  /** Stops after this many bytes without closing the connection, until the process ends. */
  async stall({ url, cookie, after }) {
    let bytes = 0;
    const { hostname, port, host, pathname } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once("error", reject);
      socket.on("data", (piece) => {
        bytes += piece.length;
        if (bytes < after) return;
        socket.pause();
        resolve({ bytes });
      });
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`);
    });
  },
};

/**
 * Downloads in a separate process.
 * @param {keyof typeof ways} way
 * @param {object} task see `ways`
 * @returns {Promise<{ result: any, end: () => Promise<void> }>} end: like someone closing the browser
 */
export async function startDownload(way, task) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const end = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const answer = new Promise((resolve, reject) => {
    child.once("message", ({ result, error }) => (error ? reject(new Error(error)) : resolve(result)));
    child.once("exit", (code) => reject(new Error(`The downloader ended with code ${code}`)));
  });
  child.send({ way, task });
  try {
    return { result: await answer, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** As `startDownload`, and ends the process. */
export async function runDownload(way, task) {
  const { result, end } = await startDownload(way, task);
  await end();
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once("message", ({ way, task }) => {
    ways[way](task).then(
      (result) => process.send({ result }),
      ({ message }) => process.send({ error: message }),
    );
  });
  process.once("disconnect", () => process.exit());
}
