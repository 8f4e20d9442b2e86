import { mkdirSync, rmSync, utimesSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { SystemHealthDto } from "@/lib/operations/system/schema";
import { runBuilt } from "@/tests/support/backup-programs";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createPerson } from "@/tests/support/factories";

// Part of the answer of https://api.github.com/repos/OWNER/NAME/releases/latest.
const release = {
  url: "https://api.github.com/repos/example/keepsake/releases/1",
  html_url: "https://github.com/example/keepsake/releases/tag/v0.2.0",
  id: 1,
  tag_name: "v0.2.0",
  name: "v0.2.0",
  draft: false,
  prerelease: false,
  assets: [],
  body: "What is new",
};

const asked: IncomingMessage[] = [];
let answer: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  asked.push(request);
  answer(response);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/repos/example/keepsake/releases/latest`;
process.env.UPDATE_CHECK_URL = url;

withTestDatabase();
const answerFile = path.join(process.env.DATA_DIR ?? "", "update-check.json");
beforeEach(() => {
  asked.length = 0;
  answer = (response) => response.end(JSON.stringify(release));
  rmSync(answerFile, { force: true });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const hour = 3_600_000;
const check = async (now?: number) => {
  const { checkVersion } = await import("@/lib/operations/system/server/checks/update-check-service");
  return checkVersion(now);
};

test("System Health shows the super admin a newer version, and asks once a day", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const health = () => call<SystemHealthDto>("GET", "/api/super-admin/system-health", { cookie });
  for (let times = 0; times < 3; times++) {
    const found = (await health()).body.checks.find(({ name }) => name === "version");
    expect(found).toEqual({
      name: "version",
      level: "warn",
      message: "Keepsake 0.2.0 is available; this is 0.1.0.",
      advice: `npm run update brings it, or the newer image in a container. What is new: ${release.html_url}`,
    });
  }
  expect(asked).toHaveLength(1);
  // The request says nothing about this album.
  expect(asked[0]?.url).toBe("/repos/example/keepsake/releases/latest");
  expect(asked[0]?.headers).toMatchObject({ "user-agent": "Keepsake" });
  await check(Date.now() + 23 * hour);
  expect(asked).toHaveLength(1);
  await check(Date.now() + 25 * hour);
  expect(asked).toHaveLength(2);
});

test("the newest version is reported as the newest", async () => {
  answer = (response) => response.end(JSON.stringify({ ...release, tag_name: "v0.1.0" }));
  expect(await check()).toMatchObject({
    level: "ok",
    message: "This is Keepsake 0.1.0, the newest version.",
  });
});

test("an answer that isn't a release says so, is requested again in an hour, and links nowhere else", async () => {
  const bad: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(404).end(JSON.stringify(release)),
    (response) => response.end("<html>"),
    (response) => response.end(JSON.stringify({ ...release, tag_name: 7 })),
    (response) => response.writeHead(302, { Location: url }).end(),
    (response) => response.end(JSON.stringify({ ...release, body: "x".repeat(2_000_000) })),
    (response) => response.destroy(),
  ];
  for (const [at, way] of bad.entries()) {
    rmSync(answerFile, { force: true });
    asked.length = 0;
    answer = way;
    const now = Date.now();
    expect([at, await check(now)]).toEqual([at, expect.objectContaining({ level: "warn" })]);
    expect((await check(now + 1000)).message).toContain("can't be found out");
    expect([at, asked.length]).toEqual([at, 1]);
    answer = (response) => response.end(JSON.stringify(release));
    expect((await check(now + hour + 1000)).message).toContain("0.2.0 is available");
  }
  // An address that isn't on the web is left out.
  rmSync(answerFile, { force: true });
  answer = (response) => response.end(JSON.stringify({ ...release, html_url: "javascript:alert(1)" }));
  expect((await check()).advice).not.toContain("javascript");
});

test("the doctor reports it, too, and an older database that is no longer needed", async () => {
  const kept = path.join(process.env.DATA_DIR ?? "", "postgres-17");
  mkdirSync(kept);
  try {
    const first = await runBuilt("doctor", [], { UPDATE_CHECK_URL: url });
    expect(first.words).toMatch(/^warn +version +Keepsake 0\.2\.0 is available; this is 0\.1\.0\.$/m);
    expect(first.words).toMatch(/^ok +old-database +The database from before/m);
    const since = new Date(Date.now() - 15 * 24 * hour);
    utimesSync(kept, since, since);
    asked.length = 0;
    // Without an address to ask, no request is made and nothing is reported.
    const second = await runBuilt("doctor", [], { UPDATE_CHECK_URL: "" });
    expect(second.words).toContain(
      `It is 15 days old. If nothing is missing in the album, remove it: rm -r ${kept}`,
    );
    expect(second.words).not.toMatch(/^\w+ +version/m);
    expect(asked).toHaveLength(0);
  } finally {
    rmSync(kept, { recursive: true });
  }
});
