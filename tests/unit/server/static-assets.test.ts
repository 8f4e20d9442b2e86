import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { moveEarlierAssets } from "@/ops/lib/earlier-assets.mjs";
import { staticAssets } from "@/server/static-assets";

let root: string;
let server: Server;

function put(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "assets-"));
  put(".next/static/chunks/old.js", "old");
  put(".next/static/chunks/both.js", "earlier");
  moveEarlierAssets(root);
  rmSync(path.join(root, ".next"), { recursive: true });
  put(".next/static/chunks/new.js", "new");
  put(".next/static/chunks/both.js", "newer");
  const handle = staticAssets(path.join(root, ".next/static"), path.join(root, ".build/static-before"));
  server = createServer(async (request, response) => {
    if (!(await handle(request, response))) response.writeHead(404).end(request.url);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.close();
  rmSync(root, { recursive: true });
});

const ask = async (file: string) => {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${file}`, { headers: { "Accept-Encoding": "br" } });
  return [answer.status, await answer.text()];
};

test("a tab with the previous build still gets its files by their old names", async () => {
  expect(await ask("/_next/static/chunks/new.js")).toEqual([200, "new"]);
  expect(await ask("/_next/static/chunks/old.js")).toEqual([200, "old"]);
  expect(await ask("/_next/static/chunks/both.js")).toEqual([200, "newer"]);
});

test("files that neither build has are left to the next handler, as requested", async () => {
  expect(await ask("/_next/static/chunks/none.js")).toEqual([404, "/_next/static/chunks/none.js"]);
});
