import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the range systems use for outgoing connections: one of those, even our own client looking for an absent
 * server, could take the port before it is used.
 */
const range = { from: 20_000, below: 30_000 };
const maxTries = 100;

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

async function areFree(first, count) {
  for (let port = first; port < first + count; port++) if (!(await isFree(port))) return false;
  return true;
}

/**
 * @param {{ preferred?: number, count?: number }} [wish] preferred: taken if it is free; count: how many in a row
 * @returns {Promise<number>} a port that nothing on the loopback interface listens on, or the first of several in a row
 * @throws Error when there is none
 */
export async function freePort({ preferred, count = 1 } = {}) {
  for (let port = preferred, tries = 0; tries < maxTries; tries++) {
    if (port && (await areFree(port, count))) return port;
    port = randomInt(range.from, range.below);
  }
  throw new Error("There is no free port on 127.0.0.1.");
}
