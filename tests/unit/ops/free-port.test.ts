import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { freePort } from "@/ops/lib/free-port.mjs";

const open: Server[] = [];

async function take(port: number): Promise<void> {
  const server = createServer();
  open.push(server);
  await once(server.listen(port, "127.0.0.1"), "listening");
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => once(server.close(), "close")));
});

test("a free port isn't one that a system assigns to outgoing connections, which could take it before it is used", async () => {
  for (let round = 0; round < 20; round++) {
    const port = await freePort();
    expect(port).toBeGreaterThan(1024);
    expect(port).toBeLessThan(32_768);
  }
});

test("a free port is the preferred one while that is free", async () => {
  const preferred = await freePort();
  expect(await freePort({ preferred })).toBe(preferred);
  await take(preferred);
  expect(await freePort({ preferred })).not.toBe(preferred);
});

test("a free port is followed by as many free ones as requested", async () => {
  const preferred = await freePort({ count: 6 });
  await take(preferred + 5);
  const first = await freePort({ preferred, count: 6 });
  expect(first).not.toBe(preferred);
  for (let port = first; port < first + 6; port++) await take(port);
});
