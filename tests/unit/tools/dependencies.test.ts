import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { askRegistry, faultsOfAudit, mustBeAnswered } from "@/tools/lib/audit.mjs";
import { checkLicences, installedPackages, isAllowed } from "@/tools/lib/licences.mjs";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
jest.setTimeout(60_000);

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0)", true],
  ["MIT and ISC", true],
  ["Apache-2.0 AND LGPL-3.0-or-later", false],
  ["LGPL-3.0-or-later", false],
  ["UNLICENSED", false],
  ["SEE LICENSE IN terms.md", false],
])("the licence %s is allowed: %s", (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});

test("a package under another licence is an error, unless an exception names it and that licence", () => {
  const packages = [
    { name: "kind", version: "1.0.0", licence: "MIT" },
    { name: "strict", version: "2.0.0", licence: "AGPL-3.0" },
    { name: "silent", version: "3.0.0", licence: null },
    { name: "@lib/linux-x64", version: "4.0.0", licence: "LGPL-2.1" },
  ];
  const exception = (name: string, licence: string | null) => ({
    package: name,
    licence,
    reason: "It is its own program.",
    since: "2026-11-22",
  });
  expect(checkLicences(packages, []).faults).toEqual([
    "strict@2.0.0: AGPL-3.0",
    "silent@3.0.0: no licence",
    "@lib/linux-x64@4.0.0: LGPL-2.1",
  ]);
  const exceptions = [exception("silent", null), exception("@lib/*", "LGPL-2.1"), exception("strict", "MIT")];
  expect(checkLicences(packages, exceptions)).toEqual({
    faults: ["strict@2.0.0: AGPL-3.0"],
    unused: ["strict"],
  });
});

test("installed packages are checked, test-only ones are not", () => {
  const names = installedPackages(root).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["next", "sharp", "@prisma/client"]));
  expect(names).not.toContain("jest");
});

describe("a registry asked for known vulnerabilities", () => {
  let folder: string;
  let registry: Server;
  let answer: { status: number; body: unknown };
  const asked: unknown[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "audit-"));
    const dependencies = { "left-part": "1.0.0" };
    const lock = {
      name: "album",
      lockfileVersion: 3,
      requires: true,
      packages: { "": { name: "album", dependencies }, "node_modules/left-part": { version: "1.0.0" } },
    };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "album", dependencies }));
    writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock));
    registry = createServer(async (request, response) => {
      if (request.method === "GET") {
        const versions = { "1.0.0": { name: "left-part", version: "1.0.0" } };
        response.end(JSON.stringify({ name: "left-part", "dist-tags": { latest: "1.0.0" }, versions }));
        return;
      }
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      asked.push(request.url);
      response.writeHead(answer.status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    registry.closeAllConnections();
    await new Promise((resolve) => registry.close(resolve));
  });

  function ask() {
    const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    return askRegistry(folder, {
      npm_config_registry: address,
      npm_config_cache: path.join(folder, "cache"),
    });
  }

  const hole = {
    id: 1,
    url: "https://advisories.example/GHSA-aaaa-bbbb-cccc",
    title: "It can be opened",
    severity: "high",
    vulnerable_versions: "<2.0.0",
    cwe: [],
    cvss: { score: 8, vectorString: null },
  };

  test("reports none", async () => {
    answer = { status: 200, body: {} };
    const said = await ask();
    expect(asked.length).toBeGreaterThan(0);
    expect("report" in said && faultsOfAudit(said.report, [], "2026-11-22")).toEqual([]);
  });

  test("reports a high one, which fails, unless an exception is still valid", async () => {
    answer = { status: 200, body: { "left-part": [hole] } };
    const said = await ask();
    if (!("report" in said)) throw new Error(said.unanswered);
    expect(faultsOfAudit(said.report, [], "2026-11-22")).toEqual([
      "left-part <2.0.0: high, It can be opened (https://advisories.example/GHSA-aaaa-bbbb-cccc)",
    ]);
    const exception = {
      package: "left-part",
      advisory: "GHSA-aaaa-bbbb-cccc",
      reason: "The part with the hole is not loaded.",
      until: "2026-12-01",
    };
    expect(faultsOfAudit(said.report, [exception], "2026-11-22")).toEqual([]);
    expect(faultsOfAudit(said.report, [exception], "2026-12-02")).toHaveLength(1);
  });

  test("reports a moderate one, which doesn't fail", async () => {
    answer = { status: 200, body: { "left-part": [{ ...hole, id: 2, severity: "moderate" }] } };
    const said = await ask();
    expect("report" in said && faultsOfAudit(said.report, [], "2026-11-22")).toEqual([]);
  });

  test("refuses such questions: the check doesn't claim that all is well", async () => {
    answer = { status: 405, body: {} };
    expect(await ask()).toEqual({
      unanswered: "the package registry doesn't answer such questions (405)",
    });
  });
});

test.each([
  [{ CI: "true" }, true],
  [{ CI: "1", AUDIT: "online" }, true],
  [{ CI: "true", AUDIT: "offline" }, false],
  [{ CI: "false" }, false],
  [{ CI: "" }, false],
  [{}, false],
])("with %j a registry that doesn't answer is an error: %s", (env, expected) => {
  expect(mustBeAnswered(env)).toBe(expected);
});
