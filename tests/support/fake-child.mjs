// Stands in for server/decoder/decode.ts: uses the same protocol, and does what a compromised decoder would.
import { createHash } from "node:crypto";
import { readFileSync, readSync, writeFileSync } from "node:fs";
import { connect } from "node:net";

const held = [];

function readPayload(bytes) {
  const payload = Buffer.alloc(bytes);
  for (let read = 0; read < bytes; ) read += readSync(0, payload, read, bytes - read);
  return payload;
}

const jobs = {
  hash: ({ payloadBytes }) => ({
    bytes: payloadBytes,
    sha256: createHash("sha256").update(readPayload(payloadBytes)).digest("hex"),
  }),
  pid: () => ({ pid: process.pid }),
  derivatives: ({ hangs }) => (hangs ? new Promise(() => {}) : { pid: process.pid }),
  wait: ({ ms }) => new Promise((resolve) => setTimeout(() => resolve({ pid: process.pid }), ms)),
  read: ({ file }) => ({ text: readFileSync(file, "utf8") }),
  write: ({ file }) => writeFileSync(file, "mine now"),
  refuse: () => {
    throw new Error("not this one");
  },
  die: () => process.kill(process.pid, "SIGKILL"),
  hang: () => new Promise(() => {}),
  spin: () => {
    for (;;);
  },
  eat: () => {
    for (;;) held.push(Buffer.alloc(64 * 1024 ** 2, 1));
  },
  swell: () => ({ pid: process.pid, memoryBytes: 10 ** 12 }),
  nonsense: () => ({ id: -1 }),
  connect: ({ port }) =>
    new Promise((resolve) => {
      connect(port, "127.0.0.1")
        .on("connect", () => resolve({ outcome: "connected" }))
        .on("error", ({ code }) => resolve({ outcome: code }));
    }),
};

process.on("message", async ({ id, job, ...wanted }) => {
  let outcome;
  try {
    outcome = await jobs[job](wanted);
  } catch (error) {
    outcome = { error: String(error.code ?? error.message) };
  }
  process.send({ id, memoryBytes: process.memoryUsage.rss(), ...outcome });
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send({ isReady: true });
