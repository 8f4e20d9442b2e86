import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../ops/lib/free-port.mjs";
import { hasProgram } from "../lib/system-programs.mjs";

/** TrueNAS's apps, our own default, Unraid's. */
const users = ["568:568", "1000:1000", "99:100"];
const [firstPageMs, laterPageMs, stopMs] = [60_000, 5_000, 10_000];

/** The image with a read-only root, /data, a place for backups on /mnt, and memory on /tmp. */
class Container {
  #image;
  #volumes;
  #port;
  #running;

  constructor(image, volumes, port) {
    this.#image = image;
    this.#volumes = volumes;
    this.#port = port;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Runs Node in the image, as any number, which has no name there. */
  #spawn(user, args) {
    const [uid, gid] = user.split(":");
    const settings = { PATH: "/usr/local/bin:/usr/bin:/bin", PORT: String(this.#port), TZ: "Europe/Berlin" };
    const fixed = { DATA_DIR: "/data", HOST: "0.0.0.0", HOME: "/tmp", LANG: "C.UTF-8" };
    const environment = Object.entries({ ...fixed, ...settings }).flatMap(([key, value]) => [
      "--setenv",
      key,
      value,
    ]);
    const { data, backups } = this.#volumes;
    const places = ["--ro-bind", this.#image, "/", "--bind", data, "/data", "--bind", backups, "/mnt"];
    const memory = ["--perms", "1777", "--tmpfs", "/tmp", "--proc", "/proc", "--dev", "/dev"];
    const alone = [
      "--unshare-pid",
      "--as-pid-1",
      "--clearenv",
      "--chdir",
      "/keepsake",
      "--info-fd",
      "3",
      "--die-with-parent",
    ];
    const identity = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
    const all = [...places, ...memory, ...alone, ...environment, ...identity, "tini", "--", "node", ...args];
    const child = spawn("bwrap", all, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
    const said = { out: "" };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        said.out += text;
      });
    const pid = new Promise((resolve) => {
      let text = "";
      child.stdio[3].setEncoding("utf8").on("data", (piece) => {
        text += piece;
        const [, found] = /"child-pid": (\d+)\b[^\d]/.exec(text) ?? [];
        if (found) resolve(Number(found));
      });
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    return { pid, ended, said };
  }

  /** Runs one program to its end. @throws Error with what it said */
  async run(user, args) {
    const { ended, said } = this.#spawn(user, args);
    if ((await ended) !== 0) throw new Error(`${args.join(" ")} failed:\n${said.out}`);
    return said.out;
  }

  /** Starts the album and waits for its first page. @returns milliseconds */
  async start(user, limitMs) {
    const start = performance.now();
    this.#running = this.#spawn(user, ["ops/start.mjs"]);
    const state = { hasEnded: false };
    void this.#running.ended.then(() => {
      state.hasEnded = true;
    });
    for (;;) {
      const page = await fetch(this.url).catch(() => null);
      if (page?.ok && (await page.text()).includes("Keepsake")) return performance.now() - start;
      if (state.hasEnded || performance.now() - start > 3 * limitMs)
        throw new Error(`The album doesn't start:\n${this.#running.said.out}`);
      await wait(50);
    }
  }

  /** SIGTERM to its first process. @returns milliseconds until it has ended */
  async stop() {
    const start = performance.now();
    process.kill(await this.#running.pid, "SIGTERM");
    const code = await this.#running.ended;
    if (code !== 0) throw new Error(`The album ended with ${code}:\n${this.#running.said.out}`);
    return performance.now() - start;
  }

  /** What the running album has said. */
  get said() {
    return this.#running.said.out;
  }
}

/** Someone who uses the album by its calls. */
class Visitor {
  #cookie = "";

  constructor(url) {
    this.url = url;
  }

  async call(place, method = "GET", body = undefined) {
    const isForm = body instanceof FormData;
    const headers = { cookie: this.#cookie, ...(isForm ? {} : { "content-type": "application/json" }) };
    const options = { method, headers, body: isForm || !body ? body : JSON.stringify(body) };
    const answer = await fetch(`${this.url}${place}`, options);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    if (cookies.length > 0) this.#cookie = cookies.join("; ");
    return answer;
  }

  async must(place, method, body) {
    const answer = await this.call(place, method, body);
    if (!answer.ok) throw new Error(`${method ?? "GET"} ${place}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async upload(file, type) {
    const form = new FormData();
    form.set("fileType", "image");
    form.set("year", "2025");
    form.set("month", "5");
    form.set("fileData", new Blob([readFileSync(file)], { type }), path.basename(file));
    return (await (await this.must("/api/media", "POST", form)).json()).id;
  }

  /** Waits for an item's small picture. */
  async thumbnail(id) {
    for (let tries = 0; tries < 600; tries++) {
      const answer = await this.call(`/api/images/thumbnail/${id}`);
      if (answer.ok && Buffer.from(await answer.arrayBuffer()).toString("latin1", 8, 12) === "WEBP") return;
      await wait(100);
    }
    throw new Error(`There is no small picture of ${id}`);
  }
}

/** Judges a time, aloud. */
function within(what, ms, limitMs) {
  console.log(`  ${what}: ${(ms / 1000).toFixed(1)} s (at most ${limitMs / 1000} s)`);
  return ms <= limitMs ? [] : [`${what} took ${Math.round(ms / 1000)} s`];
}

/** An empty folder of a user's. */
function volume(folder, name, user) {
  const place = path.join(folder, name);
  mkdirSync(place);
  chownSync(place, ...user.split(":").map(Number));
  return place;
}

/** Everything that an album must do: faults, or none. */
async function checkWhole(image, folder, user, root) {
  const backups = volume(folder, "backups", user);
  const album = new Container(image, { data: volume(folder, "data", user), backups }, await freePort());
  const faults = within("first page on an empty volume", await album.start(user, firstPageMs), firstPageMs);
  await album.run(user, ["ops/health.mjs"]);

  const visitor = new Visitor(album.url);
  const username = `ada-${randomUUID().slice(0, 8)}`;
  const person = { username, password: "sunday lunch", email: `${username}@example.org` };
  await visitor.must("/api/organization/signup", "POST", { ...person, familyName: "The Okafors" });
  const icon = path.join(root, "public", "icons", "icon-512.png");
  const heic = path.join(root, "tests", "fixtures", "heif", "plain.heic");
  const ids = [await visitor.upload(icon, "image/png"), await visitor.upload(heic, "image/heic")];
  for (const id of ids) await visitor.thumbnail(id);
  console.log("  a PNG and a HEIC are uploaded, and shown");

  faults.push(...within("SIGTERM", await album.stop(), stopMs));
  console.log(indented(album.said));
  faults.push(...within("first page on a used volume", await album.start(user, laterPageMs), laterPageMs));
  for (const id of ids) await visitor.thumbnail(id);
  await album.stop();
  console.log(indented(await album.run(user, ["ops/doctor.mjs"])));

  await album.run(user, ["ops/backup.mjs", "/mnt/album"]);
  const restored = new Container(
    image,
    { data: volume(folder, "restored", user), backups },
    await freePort(),
  );
  await restored.run(user, ["ops/restore.mjs", "/mnt/album"]);
  await restored.start(user, laterPageMs);
  const again = new Visitor(restored.url);
  await again.must("/api/auth/login", "POST", { usernameOrEmail: username, password: person.password });
  for (const id of ids) await again.thumbnail(id);
  await restored.stop();
  console.log("  restored into another volume, the same person sees the same photos");
  return faults;
}

/** That it starts and ends. */
async function checkStart(image, folder, user) {
  const volumes = { data: volume(folder, "data", user), backups: volume(folder, "backups", user) };
  const album = new Container(image, volumes, await freePort());
  const faults = within("first page on an empty volume", await album.start(user, firstPageMs), firstPageMs);
  return [...faults, ...within("SIGTERM", await album.stop(), stopMs)];
}

const indented = (text) => text.trim().replace(/^/gm, "  | ");

/**
 * Runs the image with a read-only root as users without a name in it, and tries what an album must do.
 * @param {string} image folder with its files
 * @param {string} root of the project
 * @throws Error naming what failed
 */
export async function checkImage(image, root) {
  if (process.getuid?.() !== 0 || !hasProgram("bwrap"))
    throw new Error("Checking the image needs root and bubblewrap (apt-get install bubblewrap).");
  const faults = [];
  for (const [index, user] of users.entries()) {
    console.log(`\nAs ${user}, with a read-only root`);
    const folder = mkdtempSync(path.join(tmpdir(), "keepsake-image-"));
    try {
      const check = index === 0 ? checkWhole : checkStart;
      faults.push(...(await check(image, folder, user, root)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
