import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { finishedStamp, prepare } from "@/ops/lib/prepare.mjs";
import { refuseRootForOtherUser } from "@/ops/lib/refuse-root.mjs";
import { namedUser } from "@/ops/lib/user-name.mjs";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
test("a finished build is used unchanged: nothing is installed, generated or built", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-finished-"));
  try {
    mkdirSync(path.join(folder, ".build"));
    writeFileSync(finishedStamp(folder), "");
    // Anything else would fail here: there is nothing to build from.
    const programs = await prepare(folder, ["migrate", "serve"], { pages: true });
    expect(programs).toEqual({
      migrate: path.join(folder, ".build", "migrate.mjs"),
      serve: path.join(folder, ".build", "serve.mjs"),
    });
    expect(readdirSync(folder, { recursive: true })).toEqual([".build", path.join(".build", "finished")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("SKIPPED: root in a container with a volume of another user. It needs root.");
(isRoot ? test : test.skip)(
  "only in a container, root can run commands on a volume that belongs to another user",
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), "keepsake-volume-"));
    chownSync(folder, 12345, 12345);
    const given = process.env.DATA_DIR;
    process.env.DATA_DIR = folder;
    try {
      expect(() => refuseRootForOtherUser(folder)).toThrow(`${folder} belongs to the user 12345.`);
      mkdirSync(path.join(folder, ".build"));
      writeFileSync(finishedStamp(folder), "");
      expect(() => refuseRootForOtherUser(folder)).not.toThrow();
    } finally {
      if (given === undefined) delete process.env.DATA_DIR;
      else process.env.DATA_DIR = given;
      rmSync(folder, { recursive: true });
    }
  },
);

test("a user who has a name doesn't get another one for PostgreSQL", () => expect(namedUser()).toEqual({}));

describe("The health check", () => {
  let server: Server;
  let asked: string[];
  const answerWith = async (status: number) => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(`${request.headers.host} ${request.url}`);
      response.writeHead(status).end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return String((server.address() as AddressInfo).port);
  };
  afterEach(() => server.close());

  async function check(PORT: string): Promise<unknown> {
    const env = { NODE_ENV: "test", PORT, HOST: "0.0.0.0" } as const;
    const child = spawn(process.execPath, [path.join(root, "ops", "health.mjs")], { env });
    const [code] = await once(child, "exit");
    return code;
  }

  test("passes while the album reports that it is well, and uses a name it always accepts", async () => {
    expect(await check(await answerWith(200))).toBe(0);
    expect(asked).toEqual(["localhost /api/health"]);
  });

  test("fails if the album reports that it is not, or nothing answers", async () => {
    const port = await answerWith(503);
    expect(await check(port)).toBe(1);
    server.close();
    expect(await check(port)).toBe(1);
  });
});
