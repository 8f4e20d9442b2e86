import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { workOnImport } from "@/lib/album/imports/server/running-service";
import { db } from "@/lib/db";
import { runExport } from "@/lib/operations/exports/server/preparing-service";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { type AlbumServer, commandLine, startAlbumServer } from "@/tests/support/command-line";
import { type CuttableProxy, startCuttableProxy } from "@/tests/support/cuttable-proxy";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeImport } from "@/tests/support/import-calls";
import { type StoredKey, storeKey } from "@/tests/support/keys";
import { cameraPicture, clipBytes, plainPicture } from "@/tests/support/pictures";
import { sidecar, zipOf } from "@/tests/support/takeouts";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();
withTestStorage();

const folder = mkdtempSync(path.join(tmpdir(), "keepsake-command-line-"));
const configFile = path.join(folder, "config", "keepsake", "config.json");
const { run, start } = commandLine(folder);
const usage = 2;
const notSignedIn = 3;
const noConnection = 4;
const interrupted = 130;

let album: AlbumServer;
let proxy: CuttableProxy;
beforeAll(async () => {
  album = await startAlbumServer();
  proxy = await startCuttableProxy(album.url);
});
afterAll(async () => {
  await proxy.close();
  await album.close();
  rmSync(folder, { recursive: true, force: true });
});

let owner: FamilyPerson;
let key: StoredKey;
/** The environment of every command; its key replaces signing in. */
let env: Record<string, string>;
let photos: string;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
  key = await storeKey(owner);
  env = { KEEPSAKE_URL: album.url, KEEPSAKE_KEY: key.key };
  album.requests.length = 0;
  album.onRequest = null;
  photos = mkdtempSync(path.join(folder, "photos-"));
});

function put(name: string, content: Buffer): string {
  const place = path.join(photos, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, content);
  return place;
}
const sent = (at: string) => album.requests.filter(({ method, path: to }) => method === "POST" && to === at);
const stored = () =>
  db.media.findMany({
    select: { fileName: true, year: true, month: true, sha256: true },
    orderBy: { fileName: "asc" },
  });
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("usage", () => {
  test("--help explains each command", async () => {
    const { code, stdout } = await run(["--help"]);
    expect(code).toBe(0);
    for (const name of ["login", "logout", "whoami", "upload", "import", "export", "ls"]) {
      expect(stdout).toContain(`keepsake ${name}`);
      const help = await run([name, "--help"]);
      expect([name, help.code, help.stdout.startsWith(`keepsake ${name}`)]).toEqual([name, 0, true]);
    }
  });

  test.each([
    [[]],
    [["uplaod", "."]],
    [["upload"]],
    [["upload", ".", "--nonsense"]],
    [["upload", ".", "--concurrency", "9"]],
    [["upload", ".", "--month", "7"]],
    [["upload", ".", "--year", "soon"]],
    [["upload", ".", "--album", " "]],
    [["upload", ".", "--album", "Italy", "--albums-by-folder"]],
    [["import"]],
    [["import", "/nowhere.zip"]],
    [["import", "."]],
    [["ls", "2024/13"]],
    [["ls", "2024", "2025"]],
    [["login"]],
    [["login", "http://album.example.org"]],
    [["login", "not an address"]],
    [["login", "http://127.0.0.1", "--key-file", "/nowhere"]],
  ])("%j is a usage error", async (args) => {
    const { code, stdout, stderr } = await run(args, { env });
    expect([code, stdout && stderr]).toEqual([usage, ""]);
    expect(album.requests).toEqual([]);
  });

  test("without signing in nothing is requested", async () => {
    for (const args of [["whoami"], ["ls"], ["upload", photos], ["logout"]]) {
      expect((await run(args)).code).toBe(notSignedIn);
    }
    const { events } = await run(["whoami", "--json"]);
    expect(events).toEqual([
      { event: "error", error: "notSignedIn", message: expect.stringContaining("keepsake login URL") },
    ]);
  });

  test("an unreachable album is reported, after the given time", async () => {
    const away = { ...env, KEEPSAKE_URL: "http://127.0.0.1:9" };
    const { code, stderr } = await run(["whoami", "--wait", "0"], { env: away });
    expect(code).toBe(noConnection);
    expect(stderr).toContain("http://127.0.0.1:9 can't be reached");
  });
});

describe("signing in", () => {
  afterEach(() => rmSync(path.dirname(configFile), { recursive: true, force: true }));

  test.each(["a file", "the environment", "standard input"])(
    "takes the key from %s, and stores it privately",
    async (from) => {
      const file = put("key.txt", Buffer.from(`${key.key}\n`));
      const given = {
        "a file": [["--key-file", file], {}],
        "the environment": [[], { env: { KEEPSAKE_KEY: key.key } }],
        "standard input": [[], { input: `${key.key}\n` }],
      }[from] as [string[], object];
      const signedIn = await run(["login", album.url, ...given[0]], given[1]);
      expect(signedIn.code).toBe(0);
      expect(signedIn.stdout + signedIn.stderr).not.toContain(key.key);
      expect(statSync(configFile).mode & 0o777).toBe(0o600);
      expect(statSync(path.dirname(configFile)).mode & 0o777).toBe(0o700);
      expect(JSON.parse(readFileSync(configFile, "utf8"))).toEqual({ url: album.url, key: key.key });

      const { events } = await run(["whoami", "--json"]);
      expect(events).toEqual([
        {
          event: "account",
          url: album.url,
          username: owner.username,
          role: "owner",
          family: { id: owner.familyId, name: "The Okafors" },
          key: { id: key.id, name: "NAS", scopes: ["read", "upload", "comment", "manage"] },
        },
      ]);
      expect((await run(["logout", "--json"])).events).toEqual([{ event: "logout", url: album.url }]);
      expect((await run(["whoami"])).code).toBe(notSignedIn);
    },
  );

  test("asks for it on a terminal, without echoing it", async () => {
    const typed = `${key.key}X\u007f\r`;
    const signedIn = await run(["login", album.url], { typed });
    expect([signedIn.code, signedIn.stdout.includes(key.key)]).toEqual([0, false]);
    expect(signedIn.stdout).toContain("API key (create one on the album's security page):");
    expect(JSON.parse(readFileSync(configFile, "utf8")).key).toBe(key.key);
    expect((await run(["login", album.url], { typed: "ksp_\u0003" })).code).toBe(interrupted);
  });

  test("a wrong key is refused, and nothing is stored", async () => {
    for (const input of ["ksp_nobodys", "my password", ""]) {
      expect((await run(["login", album.url], { input })).code).toBe(notSignedIn);
    }
    expect(() => statSync(configFile)).toThrow("ENOENT");
  });

  test("an ended key is distinguished from an unreachable album", async () => {
    expect((await run(["login", album.url], { input: key.key })).code).toBe(0);
    await call("DELETE", `/api/auth/keys/${key.id}`, { cookie: owner.cookie });
    const { code, stderr } = await run(["ls"]);
    expect([code, stderr]).toEqual([notSignedIn, expect.stringContaining("or no longer")]);
  });
});

describe("upload", () => {
  test("sends a folder's photos and videos to their months, each once", async () => {
    const beach = await cameraPicture("2023:05:06 07:08:09");
    put("2023/beach.jpg", beach);
    put("2023/copy of beach.jpg", beach);
    put("IMG-20240315-WA0001.jpg", await plainPicture("jpeg", 40, 30));
    put("VID_20230704_120000.mp4", clipBytes(5_000));
    put("notes.txt", Buffer.from("not a photo"));
    put(".thumbnails/small.jpg", await plainPicture());
    put("@eaDir/small.jpg", await plainPicture());
    const first = await run(["upload", photos, "--json"], { env });
    expect(first.code).toBe(0);
    const end = { event: "end", missing: 0, bytesSent: expect.any(Number) };
    expect(first.events.at(-1)).toEqual({ ...end, uploaded: 3, present: 0, duplicate: 1, refused: 0 });
    expect(first.events).toContainEqual({
      event: "file",
      path: path.join(photos, "2023", "beach.jpg"),
      status: "uploaded",
      id: expect.any(String),
      year: 2023,
      month: 5,
      bytes: beach.length,
    });
    expect(await stored()).toEqual([
      expect.objectContaining({ fileName: "IMG-20240315-WA0001.jpg", year: 2024, month: 3 }),
      expect.objectContaining({ fileName: "VID_20230704_120000.mp4", year: 2023, month: 7 }),
      { fileName: "beach.jpg", year: 2023, month: 5, sha256: sha256(beach) },
    ]);
    expect(sent("/api/media")).toHaveLength(3);

    const again = await run(["upload", photos, "--json"], { env });
    expect(again.code).toBe(0);
    expect(again.events.at(-1)).toEqual({
      ...end,
      bytesSent: 0,
      uploaded: 0,
      present: 4,
      duplicate: 0,
      refused: 0,
    });
    expect(sent("/api/media")).toHaveLength(3);
  });

  describe("into albums", () => {
    const albums = async () => {
      const found = await db.album.findMany({
        select: { title: true, items: { select: { media: { select: { fileName: true } } } } },
        orderBy: { title: "asc" },
      });
      return found.map(({ title, items }) => [title, items.map(({ media }) => media.fileName).sort()]);
    };

    test("named after their folders, including items already there, with the same result twice", async () => {
      const beach = await cameraPicture("2023:05:06 07:08:09");
      put("Italy/Day 1/beach.jpg", beach);
      put("Italy/IMG-20240315-WA0001.jpg", await plainPicture("jpeg", 40, 30));
      put("Best/beach again.jpg", beach);
      put("IMG-20240315-WA0002.jpg", await plainPicture("jpeg", 44, 30));
      const expected = [
        ["Best", ["beach again.jpg"]],
        ["Day 1", ["beach again.jpg"]],
        ["Italy", ["IMG-20240315-WA0001.jpg"]],
      ];
      for (const added of [1, 0]) {
        const { code, events } = await run(["upload", photos, "--albums-by-folder", "--json"], { env });
        expect(code).toBe(0);
        const told = events.filter(({ event }) => event === "album");
        expect(told).toHaveLength(3);
        expect(told).toContainEqual({ event: "album", title: "Italy", id: expect.any(String), added });
        expect(await albums()).toEqual(expected);
      }
    });

    test("with a title; one that doesn't accept them is reported", async () => {
      const { cookie } = owner;
      put("a.jpg", await cameraPicture());
      const json = { title: "Italy", adders: "chosen" };
      expect((await call("POST", "/api/albums", { cookie, json })).status).toBe(201);
      const upload = (using: string) =>
        run(["upload", photos, "--album", " Italy "], { env: { ...env, KEEPSAKE_KEY: using } });
      const member = await storeKey(await createMember(owner.familyId));
      const refused = await upload(member.key);
      expect([refused.code, refused.stdout]).toEqual([
        1,
        expect.stringContaining("Refused to add to the album Italy"),
      ]);
      expect(await albums()).toEqual([["Italy", []]]);
      expect((await upload(key.key)).code).toBe(0);
      expect(await albums()).toEqual([["Italy", ["a.jpg"]]]);
    });
  });

  test("a dry run reports the same, and sends nothing", async () => {
    put("a.jpg", await cameraPicture());
    put("b.jpg", await plainPicture());
    const { code, stdout } = await run(["upload", photos, "--dry-run"], { env });
    expect(code).toBe(1);
    expect(stdout).toContain(`Would upload ${path.join(photos, "a.jpg")}`);
    expect(stdout).toContain(`Refused ${path.join(photos, "b.jpg")}: it doesn't say when it was taken`);
    expect(stdout).toContain("1 file to upload, 0 already there, 1 refused.");
    expect(await stored()).toEqual([]);
  });

  test("files without a date go where the options say, or all of them", async () => {
    put("dated.jpg", await cameraPicture("2023:05:06 07:08:09"));
    put("undated.jpg", await plainPicture("png", 50, 20));
    expect((await run(["upload", photos, "--year", "2024", "--month", "2"], { env })).code).toBe(0);
    const months = async () => (await stored()).map(({ fileName, year, month }) => [fileName, year, month]);
    expect(await months()).toEqual([
      ["dated.jpg", 2023, 5],
      ["undated.jpg", 2024, 2],
    ]);
    await db.media.deleteMany();
    expect((await run(["upload", photos, "--year", "2022", "--ignore-dates"], { env })).code).toBe(0);
    expect(await months()).toEqual([
      ["dated.jpg", 2022, 0],
      ["undated.jpg", 2022, 0],
    ]);
  });

  test("refused files are named with the reason, and the rest is uploaded", async () => {
    const broken = put(
      "IMG-20240315-WA0002.jpg",
      Buffer.from("this is no JPEG at all, whatever its name says"),
    );
    put("IMG-20240315-WA0003.jpg", await plainPicture());
    const text = put("notes.txt", Buffer.from("not a photo"));
    const empty = put("IMG-20240315-WA0004.jpg", Buffer.alloc(0));
    const old = put("old.jpg", await cameraPicture("2009:05:06 07:08:09"));
    const gone = path.join(photos, "gone.jpg");
    const { code, events } = await run(["upload", photos, text, gone, "--json"], { env });
    expect(code).toBe(1);
    const refused = Object.fromEntries(
      events.filter(({ status }) => status === "refused").map(({ path: place, reason }) => [place, reason]),
    );
    expect(refused).toEqual({
      [broken]: expect.stringContaining("Unsupported file type"),
      [empty]: "it is empty",
      [text]: "albums don't take files of this type",
      [gone]: "it isn't there",
      [old]: expect.stringContaining("the album has 2022 until now"),
    });
    expect((await stored()).map(({ fileName }) => fileName)).toEqual(["IMG-20240315-WA0003.jpg"]);
  });

  test("a photo that is gone by its turn is refused", async () => {
    const place = put("IMG-20240315-WA0001.jpg", await plainPicture());
    album.onRequest = ({ path: to }) => {
      if (to.endsWith("/known")) rmSync(place);
    };
    const { code, stdout } = await run(["upload", photos], { env });
    expect([code, stdout]).toEqual([1, expect.stringContaining("it changed after it was read")]);
  });

  test("a key that can't upload ends it", async () => {
    put("a.jpg", await cameraPicture());
    const reader = await storeKey(owner, { scopes: ["read"] });
    const { code, stderr } = await run(["upload", photos], { env: { ...env, KEEPSAKE_KEY: reader.key } });
    expect(code).toBe(notSignedIn);
    expect(stderr).toContain("it would need to be created for “upload”");
  });
});

describe("a large file", () => {
  const chunk = 1024 * 1024;
  const size = 37 * chunk + 5;
  const film = "VID_20230704_120000.mp4";
  let content: Buffer;
  beforeEach(() => {
    content = clipBytes(size);
    put(film, content);
  });

  const chunkCalls = () => sent("/api/media/chunked-upload/chunk");
  const indexesOf = (requests: typeof album.requests) =>
    requests.flatMap(({ query, bytes }) =>
      Array.from({ length: Math.ceil(bytes / chunk) }, (_, at) => Number(query.get("chunkIndex")) + at),
    );
  async function arrived(): Promise<number[]> {
    const rows = await db.uploadChunk.findMany({ where: { stored: true }, select: { chunkIndex: true } });
    return rows.map(({ chunkIndex }) => chunkIndex);
  }
  /** Ends the program at the moment its second run of chunks begins. */
  async function endedAtSecond(signal: NodeJS.Signals) {
    const { child, result } = await start(["upload", photos], { env });
    let calls = 0;
    album.onRequest = ({ path: to }) => {
      if (to.endsWith("/chunk") && ++calls === 2) child.kill(signal);
    };
    return result;
  }
  const expectWhole = async () =>
    expect(await stored()).toEqual([{ fileName: film, year: 2023, month: 7, sha256: sha256(content) }]);

  test("continues after kill -9, again and again, without resending anything that has arrived", async () => {
    for (let kill = 1; kill <= 3; kill++) {
      const before = await arrived();
      album.requests.length = 0;
      expect((await endedAtSecond("SIGKILL")).code).toBeNull();
      expect(indexesOf(chunkCalls()).filter((index) => before.includes(index))).toEqual([]);
      expect((await arrived()).length).toBeGreaterThan(before.length);
    }
    album.onRequest = null;
    album.requests.length = 0;
    const before = await arrived();
    expect((await run(["upload", photos], { env })).code).toBe(0);
    expect(indexesOf(chunkCalls()).filter((index) => before.includes(index))).toEqual([]);
    await expectWhole();
  });

  test("Ctrl-C says how to continue, and keeps what has arrived", async () => {
    const { code, stderr } = await endedAtSecond("SIGINT");
    expect(code).toBe(interrupted);
    expect(stderr).toContain("Run the same command again to continue.");
    expect((await arrived()).length).toBeGreaterThan(0);
    album.onRequest = null;
    expect((await run(["upload", photos], { env })).code).toBe(0);
    await expectWhole();
  });

  test("continues once the network is back", async () => {
    let calls = 0;
    const cut = new Promise<void>((resolve) => {
      album.onRequest = ({ path: to }) => {
        if (to.endsWith("/chunk") && ++calls === 2) void proxy.cut().then(resolve);
      };
    });
    const { result } = await start(["upload", photos, "--json"], {
      env: { ...env, KEEPSAKE_URL: proxy.url.replace(/\/$/, "") },
    });
    await cut;
    await proxy.mend();
    const { code, events } = await result;
    expect(code).toBe(0);
    expect(events).toContainEqual({
      event: "waiting",
      seconds: 1,
      message: expect.stringContaining("can't be reached"),
    });
    await expectWhole();
  });

  test("that changes while it is sent is refused, and none of it is shown", async () => {
    album.onRequest = ({ path: to }) => {
      if (to.endsWith("/init")) put(film, clipBytes(size - 1));
    };
    const { code, stdout } = await run(["upload", photos], { env });
    expect([code, stdout]).toEqual([1, expect.stringContaining("it changed after it was read")]);
    expect(await stored()).toEqual([]);
  });

  test("that was deleted in the meantime is sent again", async () => {
    expect((await run(["upload", photos], { env })).code).toBe(0);
    await db.media.deleteMany();
    expect((await run(["upload", photos], { env })).code).toBe(0);
    await expectWhole();
  });
});

test("ls lists years, months and items", async () => {
  await storeMedia(owner, { fileName: "beach.jpg", hasFiles: false });
  const { id } = await storeMedia(owner, { fileName: "snow.jpg", year: 2023, month: 12, hasFiles: false });
  const list = async (...place: string[]) => (await run(["ls", ...place, "--json"], { env })).events;
  expect(await list()).toEqual([
    { event: "year", year: 2024, count: 1 },
    { event: "year", year: 2023, count: 1 },
  ]);
  expect(await list("2023")).toEqual([{ event: "month", year: 2023, month: 12, count: 1 }]);
  expect(await list("2023/12")).toEqual([
    {
      event: "item",
      id,
      name: "snow.jpg",
      type: "image",
      bytes: expect.any(Number),
      takenAt: null,
      description: "",
    },
  ]);
  expect(await list("2021")).toEqual([]);
  const { stdout } = await run(["ls", "2023"], { env });
  expect(stdout).toBe("2023/12  December, 1 item\n");
  const uploader = await storeKey(owner, { scopes: ["upload"] });
  expect((await run(["ls"], { env: { ...env, KEEPSAKE_KEY: uploader.key } })).code).toBe(notSignedIn);
});

test("when whatever reads the output ends early, as head does, the command finishes quietly", async () => {
  for (let at = 0; at < 150; at++) await storeMedia(owner, { fileName: `${at}.jpg`, hasFiles: false });
  for (const options of [[], ["--json"]]) {
    const { child, result } = await start(["ls", "2024/07", ...options], { env });
    child.stdout.destroy();
    expect(await result).toMatchObject({ code: 0, stderr: "" });
  }
  expect(album.requests.filter(({ path: at }) => at === "/api/media/month/2024/7")).toHaveLength(4);
});

describe("import", () => {
  const name = "takeout-20240801T100000Z-001.zip";
  const entry = "Takeout/Google Photos/Photos from 2024/lake.jpg";

  /** Does the worker's part until the command ends. */
  async function withWorker<T>(result: Promise<T>): Promise<T> {
    let isOver = false;
    const over = result.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const working = await db.import.findMany({
        where: { state: { in: ["reading", "running"] } },
        select: { id: true },
      });
      for (const { id } of working) await workOnImport(id, 1);
      await Promise.race([over, delay(20)]).catch(() => {});
    }
    return over;
  }
  const importing = async (args: string[], using: Record<string, string> = env) =>
    withWorker((await start(["import", ...args, "--json"], { env: using })).result);

  test("shows what is in the archives and adds nothing; with --start, adds it", async () => {
    const lake = await plainPicture();
    const archive = put(name, await zipOf({ [entry]: lake, [`${entry}.json`]: sidecar("lake.jpg") }));
    const first = await importing([archive]);
    expect(first.code).toBe(0);
    expect(first.events).toContainEqual({
      ...{ event: "archive", fileName: name, bytes: statSync(archive).size, status: "uploaded" },
    });
    expect(first.events.at(-1)).toMatchObject({ event: "found", photos: 1, firstDay: "2024-07-03" });
    expect(await stored()).toEqual([]);

    album.requests.length = 0;
    const second = await importing([archive, "--start"]);
    expect(second.code).toBe(0);
    expect(second.events.at(-1)).toMatchObject({ event: "import", state: "done", added: 1, failed: 0 });
    expect(sent("/api/media/chunked-upload/chunk")).toEqual([]);
    expect(await stored()).toEqual([{ fileName: "lake.jpg", year: 2024, month: 7, sha256: sha256(lake) }]);
    expect((await importing([archive, "--start"])).events.at(-1)).toMatchObject({ state: "done", added: 1 });
    expect(await db.import.count()).toBe(1);
  });

  test("continues after kill -9 inside the file", async () => {
    const archive = put(
      name,
      await zipOf({ [entry]: await plainPicture(), "b.bin": clipBytes(12 * 1024 * 1024) }),
    );
    const { child, result } = await start(["import", archive], { env });
    let calls = 0;
    album.onRequest = ({ path: to }) => {
      if (to.endsWith("/chunk") && ++calls === 2) child.kill("SIGKILL");
    };
    expect((await result).code).toBeNull();
    album.onRequest = null;
    const before = sent("/api/media/chunked-upload/chunk").reduce((sum, { bytes }) => sum + bytes, 0);
    album.requests.length = 0;
    expect((await importing([archive, "--start"])).code).toBe(0);
    const after = sent("/api/media/chunked-upload/chunk").reduce((sum, { bytes }) => sum + bytes, 0);
    expect(before).toBeGreaterThan(0);
    expect(after).toBeLessThan(statSync(archive).size);
    expect(await stored()).toHaveLength(1);
  });

  test("a key reaches its person's own imports, can add and never undo", async () => {
    const { headers } = key;
    const member = await createMember(owner.familyId);
    const [own, others] = [await storeImport(owner, { state: "done" }), await storeImport(member)];
    const ask = (method: string, address: string) => call(method, `/api/imports${address}`, { headers });
    expect((await ask("GET", `/${own}`)).status).toBe(200);
    expect((await ask("GET", `/${others}`)).status).toBe(404);
    expect((await call("GET", `/api/imports/${others}`, { cookie: owner.cookie })).status).toBe(200);
    expect((await ask("POST", `/${own}/undo`)).status).toBe(403);
  });

  test("a file that isn't an archive is refused with a reason; a key that can't upload ends it", async () => {
    const text = put("notes.zip", Buffer.from("no archive"));
    const { code, events } = await importing([text]);
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({ event: "error", error: "refused", message: expect.any(String) });
    const reader = await storeKey(owner, { scopes: ["read"] });
    const refused = await importing([text], { ...env, KEEPSAKE_KEY: reader.key });
    expect(refused.code).toBe(notSignedIn);
  });
});

async function* slowly(source: AsyncIterable<Uint8Array>) {
  for await (const block of source) {
    yield block;
    await delay(50);
  }
}

describe("export", () => {
  const place = () => path.join(photos, "album.zip");
  /** The server prepares an export as soon as it is asked about it. */
  beforeEach(() => {
    album.onRequest = ({ method, path: to }) => {
      const id = /^\/api\/exports\/([0-9a-f-]{36})$/.exec(to)?.[1];
      if (method === "GET" && id) void runExport(id, 1);
    };
  });

  test("downloads what the person added, and then only what is new", async () => {
    const item = await storeMedia(owner, { fileName: "lake.jpg" });
    const { code, events } = await run(["export", place(), "--json"], { env });
    expect(code).toBe(0);
    const { size } = statSync(place());
    expect(events).toEqual([
      { event: "export", id: expect.any(String), path: place(), items: 1, files: 4, bytes: size },
    ]);
    const files = await unzip(readFileSync(place()));
    expect(sha256(files.get("2024/07 July/lake.jpg") ?? Buffer.alloc(0))).toBe(item.sha256);
    const again = await run(["export", place()], { env });
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is there already")]);
    await storeMedia(owner, { fileName: "new.jpg" });
    const next = path.join(photos, "new.zip");
    expect((await run(["export", next, "--new"], { env })).code).toBe(0);
    expect([...(await unzip(readFileSync(next))).keys()].sort()).toEqual([
      "2024/07 July/new.jpg",
      "2024/07 July/new.jpg.xmp",
      "README.txt",
      "keepsake.json",
    ]);
  });

  test("without an earlier export, asking only for what is new is an error", async () => {
    const { code, stderr } = await run(["export", place(), "--new"], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining("no earlier export")]);
  });

  test("a disk that refuses more is named, and isn't taken for a broken connection", async () => {
    await storeMedia(owner, { content: randomBytes(12_000_000), fileName: "film.jpg" });
    const storage = getStorage();
    const read = storage.read.bind(storage);
    const reading = jest
      .spyOn(storage, "read")
      .mockImplementation(async (key, range) => Readable.from(slowly(await read(key, range))));
    const { child, result } = await start(["export", place()], { env });
    await until(() => readdirSync(photos).some((name) => name.endsWith(".part")));
    // As a quota or a FAT disk does.
    execFileSync("prlimit", ["--pid", String(child.pid), "--fsize=300000"]);
    const { code, stderr } = await result;
    expect(code).toBe(1);
    expect(stderr).not.toContain("connection");
    expect(stderr).toContain("EFBIG");
    reading.mockRestore();
  });

  test("an interrupted download continues, with the same command or once the network is back", async () => {
    const item = await storeMedia(owner, { content: randomBytes(12_000_000), fileName: "film.jpg" });
    const storage = getStorage();
    const read = storage.read.bind(storage);
    // Slow enough to be interrupted.
    const reading = jest.spyOn(storage, "read").mockImplementation(async (key, range) => {
      const source = await read(key, range);
      return Readable.from(slowly(source));
    });
    const environment = { ...env, KEEPSAKE_URL: proxy.url };
    const first = await start(["export", place()], { env: environment });
    const arrived = () => {
      const [partial] = readdirSync(photos).filter((name) => name.endsWith(".part"));
      return partial ? statSync(path.join(photos, partial)).size : 0;
    };
    await until(() => arrived() > 100_000);
    first.child.kill("SIGKILL");
    await first.result;
    const second = await start(["export", place()], { env: environment });
    const before = arrived();
    await until(() => arrived() > before || existsSync(place()));
    await proxy.cut();
    await proxy.mend();
    expect((await second.result).code).toBe(0);
    const files = await unzip(readFileSync(place()));
    expect(sha256(files.get("2024/07 July/film.jpg") ?? Buffer.alloc(0))).toBe(item.sha256);
    expect(sent("/api/exports")).toHaveLength(1);
    expect(readdirSync(photos)).toEqual(["album.zip"]);
    reading.mockRestore();
  });
});
