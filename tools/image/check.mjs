import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../ops/lib/free-port.mjs";
import { cpuSecondsOfTree } from "../bench/process-tree.mjs";
import { hasProgram } from "../lib/system-programs.mjs";

/** TrueNAS's apps, our own default, Unraid's. */
const allUsers = ["568:568", "1000:1000", "99:100"];
/** Until the first page on an empty volume and on a used one, and from SIGTERM to the end. */
const usualLimits = { first: 60_000, later: 5_000, stop: 10_000 };

/**
 * @typedef {object} Image
 * @property {string} folder with its files
 * @property {{ Env: string[], Entrypoint: string[], Cmd: string[], WorkingDir: string }} config what it says about how to
 *   run it
 */

/** The image with a read-only root, /data, a place for backups on /mnt, and memory on /tmp. */
class Container {
  /** @type {Image} */
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

  /** Runs the image under any user id, which has no name there, and with other arguments than its own if given. */
  #spawn(user, args) {
    const [uid, gid] = user.split(":");
    const { Env, Entrypoint, Cmd, WorkingDir } = this.#image.config;
    const given = [`PORT=${this.#port}`, "TZ=Europe/Berlin"].map((line) => line.split("="));
    const settings = [...Env.map((line) => line.split(/=(.*)/s, 2)), ...given];
    const environment = settings.flatMap(([key, value]) => ["--setenv", key, value]);
    const { data, backups } = this.#volumes;
    const places = ["--ro-bind", this.#image.folder, "/", "--bind", data, "/data", "--bind", backups, "/mnt"];
    const memory = ["--perms", "1777", "--tmpfs", "/tmp", "--proc", "/proc", "--dev", "/dev"];
    const alone = ["--unshare-pid", "--as-pid-1", "--clearenv", "--chdir", WorkingDir];
    const ours = ["--info-fd", "3", "--die-with-parent"];
    const identity = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
    const command = [...identity, ...Entrypoint, ...(args ?? Cmd)];
    const all = [...places, ...memory, ...alone, ...ours, ...environment, ...command];
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

  /** Runs one program to its end. @throws Error with its output */
  async run(user, args) {
    const { ended, said } = this.#spawn(user, args);
    if ((await ended) !== 0) throw new Error(`${args.join(" ")} failed:\n${said.out}`);
    return said.out;
  }

  /** Starts the album and waits for its first page. @returns {Promise<{ ms: number, cpuSeconds: number }>} */
  async start(user, limitMs) {
    const start = performance.now();
    this.#running = this.#spawn(user);
    const state = { hasEnded: false };
    void this.#running.ended.then(() => {
      state.hasEnded = true;
    });
    for (;;) {
      const page = await fetch(this.url).catch(() => null);
      if (page?.ok && (await page.text()).includes("Keepsake")) {
        const ms = performance.now() - start;
        return { ms, cpuSeconds: cpuSecondsOfTree(await this.#running.pid) };
      }
      if (state.hasEnded || performance.now() - start > 3 * limitMs)
        throw new Error(`The album doesn't start:\n${this.#running.said.out}`);
      await wait(50);
    }
  }

  /** Sends SIGTERM to its first process, and waits until it has ended. @returns {Promise<{ ms: number }>} */
  async stop() {
    const start = performance.now();
    process.kill(await this.#running.pid, "SIGTERM");
    const code = await this.#running.ended;
    if (code !== 0) throw new Error(`The album ended with ${code}:\n${this.#running.said.out}`);
    return { ms: performance.now() - start };
  }

  /** The running album's output. */
  get said() {
    return this.#running.said.out;
  }
}

/** Someone who uses the album through its API. */
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
    form.set("fileType", type.split("/")[0]);
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

/** Judges a time, and prints it. */
function within(what, { ms, cpuSeconds }, limitMs) {
  const cpu = cpuSeconds ? `, ${cpuSeconds.toFixed(1)} s of processor time` : "";
  console.log(`  ${what}: ${(ms / 1000).toFixed(1)} s (at most ${limitMs / 1000} s)${cpu}`);
  return ms <= limitMs ? [] : [`${what} took ${Math.round(ms / 1000)} s`];
}

/** An empty folder owned by a user. */
function volume(folder, name, user) {
  const place = path.join(folder, name);
  mkdirSync(place);
  chownSync(place, ...user.split(":").map(Number));
  return place;
}

/** A small picture of each kind; a video where the image can read it. @param {Image} image */
function samples(image, root) {
  const fixtures = path.join(root, "tests", "fixtures");
  const files = path.join(fixtures, "album-0.1.0", "backup", "files");
  // Not globSync: this is loaded by whatever Node there is, before ours is installed.
  const clip = readdirSync(files, { recursive: true }).find((name) => name.endsWith(".mp4")) ?? "";
  const hasVideo = existsSync(path.join(image.folder, "usr", "bin", "ffmpeg"));
  return [
    [path.join(root, "public", "icons", "icon-512.png"), "image/png"],
    [path.join(fixtures, "heif", "plain.heic"), "image/heic"],
    ...(hasVideo ? [[path.join(files, clip), "video/mp4"]] : []),
  ];
}

/** Checks everything that an album must do, and returns what took too long. */
async function checkWhole(image, folder, user, { root, limits }) {
  const backups = volume(folder, "backups", user);
  const album = new Container(image, { data: volume(folder, "data", user), backups }, await freePort());
  const faults = within("first page on an empty volume", await album.start(user, limits.first), limits.first);
  await album.run(user, ["ops/health.mjs"]);

  const visitor = new Visitor(album.url);
  const username = `ada-${randomUUID().slice(0, 8)}`;
  const person = { username, password: "sunday lunch", email: `${username}@example.org` };
  await visitor.must("/api/organization/signup", "POST", { ...person, familyName: "The Okafors" });
  const ids = [];
  for (const [file, type] of samples(image, root)) ids.push(await visitor.upload(file, type));
  for (const id of ids) await visitor.thumbnail(id);
  console.log(`  ${ids.length} files of different kinds are uploaded, and shown`);

  faults.push(...within("SIGTERM", await album.stop(), limits.stop));
  console.log(indented(album.said));
  faults.push(...within("first page on a used volume", await album.start(user, limits.later), limits.later));
  for (const id of ids) await visitor.thumbnail(id);
  await album.stop();
  console.log(indented(await album.run(user, ["ops/doctor.mjs"])));

  await album.run(user, ["ops/backup.mjs", "/mnt/album"]);
  const volumes = { data: volume(folder, "restored", user), backups };
  const restored = new Container(image, volumes, await freePort());
  await restored.run(user, ["ops/restore.mjs", "/mnt/album"]);
  await restored.start(user, limits.later);
  const again = new Visitor(restored.url);
  await again.must("/api/auth/login", "POST", { usernameOrEmail: username, password: person.password });
  for (const id of ids) await again.thumbnail(id);
  await restored.stop();
  console.log("  restored into another volume, the same person sees the same photos");
  return faults;
}

/** Checks that it starts and ends. */
async function checkStart(image, folder, user, { limits }) {
  const volumes = { data: volume(folder, "data", user), backups: volume(folder, "backups", user) };
  const album = new Container(image, volumes, await freePort());
  const faults = within("first page on an empty volume", await album.start(user, limits.first), limits.first);
  return [...faults, ...within("SIGTERM", await album.stop(), limits.stop)];
}

const indented = (text) => text.trim().replace(/^/gm, "  | ");

/** What is missing here to run an image; empty if nothing is. */
export function missingForChecks() {
  if (process.getuid?.() !== 0) return "root";
  if (!hasProgram("bwrap")) return "bubblewrap (apt-get install bubblewrap)";
  const { status } = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "true"]);
  return status === 0 ? "" : "mount namespaces";
}

/** The tests of videos, with the image's ffmpeg and videos that this machine's makes. @param {Image} image */
function checkFilms(image, root) {
  if (!hasProgram("ffmpeg"))
    return console.warn("SKIPPED: films of all kinds, which this machine's ffmpeg makes.");
  const args = ["tools/test.mjs", "unit", "--", "tests/unit/platform/video/video.test"];
  const env = { ...process.env, FFMPEG_FOLDER: path.join(image.folder, "usr", "bin") };
  if (spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status !== 0)
    throw new Error("The image's ffmpeg can't do what the album asks of it.");
}

/**
 * Runs the image with a read-only root as users without a name in it, and tries what an album must do.
 * @param {Image} image
 * @param {string} root of the project
 * @param {{ users?: string[], limits?: Partial<typeof usualLimits> }} [options] limits: in milliseconds
 * @returns {Promise<string[]>} what took too long
 * @throws Error when something fails
 */
export async function checkImage(image, root, { users = allUsers, limits = {} } = {}) {
  const missing = missingForChecks();
  if (missing) throw new Error(`Checking the image needs ${missing}.`);
  const faults = [];
  if (existsSync(path.join(image.folder, "usr", "bin", "ffmpeg"))) checkFilms(image, root);
  for (const [index, user] of users.entries()) {
    console.log(`\nAs ${user}, with a read-only root`);
    const folder = mkdtempSync(path.join(tmpdir(), "keepsake-image-"));
    try {
      const check = index === 0 ? checkWhole : checkStart;
      faults.push(...(await check(image, folder, user, { root, limits: { ...usualLimits, ...limits } })));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return faults;
}
