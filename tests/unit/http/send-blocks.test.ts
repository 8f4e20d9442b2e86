import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { ConnectionClosed, sendBlocks } from "@/lib/http/send-blocks";

const megabyte = 1024 * 1024;

/** A server that answers every request with `answer`; resolves to its port. */
async function serve(answer: (response: ServerResponse) => Promise<void>) {
  const server = createServer((_, response) => void answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const ask = (port: number) =>
  new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    get({ port, host: "127.0.0.1", agent: false }, resolve).on("error", reject);
  });

test("sends every block in order, and frees the memory of big ones", async () => {
  const big = [1, 2, 3].map((byte) => new Uint8Array(megabyte).fill(byte));
  const expected = Buffer.concat(big);
  const freedBefore: boolean[] = [];
  async function* blocks() {
    for (const [index, block] of big.entries()) {
      freedBefore.push(big.slice(0, index).every(({ byteLength }) => byteLength === 0));
      yield block;
    }
  }
  const { server, port } = await serve((response) => sendBlocks(blocks(), response));
  try {
    expect((await buffer(await ask(port))).equals(expected)).toBe(true);
  } finally {
    server.close();
  }
  expect(freedBefore).toEqual([true, true, true]);
});

test("leaves shared memory alone", async () => {
  const shared = Buffer.alloc(2 * megabyte, "a");
  const small = Buffer.from("end");
  async function* blocks() {
    yield shared.subarray(0, megabyte);
    yield shared.subarray(megabyte);
    yield small;
  }
  const { server, port } = await serve((response) => sendBlocks(blocks(), response));
  try {
    expect(await buffer(await ask(port))).toHaveLength(2 * megabyte + 3);
  } finally {
    server.close();
  }
  expect(shared).toHaveLength(2 * megabyte);
  expect(small.toString()).toBe("end");
});

test("stops if the reader disconnects in the middle of a block", async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(megabyte);
    } finally {
      isEnded = true;
    }
  }
  let outcome: Promise<string> = Promise.resolve("not begun");
  const { server, port } = await serve(async (response) => {
    outcome = sendBlocks(endless(), response).then(
      () => "sent",
      (error: unknown) => (error instanceof ConnectionClosed ? "closed" : "failed"),
    );
  });
  try {
    const answer = await ask(port);
    await new Promise((resolve) => answer.once("readable", resolve));
    answer.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await outcome).toBe("closed");
  } finally {
    server.close();
  }
  expect(isEnded).toBe(true);
});
