import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const name = "localhost/keepsake";
const maxOutputBytes = 64 * 1024 ** 2;

/** Optional files that the build may read and that never become part of the image. */
function secrets() {
  const own = { npmrc: path.join(process.env.HOME ?? "", ".npmrc"), ca: process.env.NODE_EXTRA_CA_CERTS };
  return Object.entries(own).flatMap(([id, file]) =>
    file && existsSync(file) ? ["--secret", `id=${id},src=${file}`] : [],
  );
}

const commit = (root) =>
  spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout?.trim() || "unknown";

/** A Containerfile with images in place of some of its parts. */
const withParts = (text, parts) =>
  text.replace(/^FROM \S+ AS (\w+)\n(?:(?!FROM ).*\n)*/gm, (part, name) =>
    parts[name] ? `FROM ${parts[name]} AS ${name}\n` : part,
  );

/** Builds images with buildah. Everything it stores is in one folder, without a privilege that containers lack. */
export class ImageBuilder {
  #root;
  #folder;
  #isQuiet;

  /**
   * @param {string} root of the project
   * @param {string} folder which is emptied, and removed by `dispose`
   * @param {{ isQuiet?: boolean }} [options] isQuiet: buildah's words are shown only when it fails
   */
  constructor(root, folder, { isQuiet = false } = {}) {
    this.#root = root;
    this.#isQuiet = isQuiet;
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(this.#policy, '{"default":[{"type":"insecureAcceptAnything"}]}\n');
    writeFileSync(
      this.#storage,
      `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/storage"\nrunroot = "${folder}/run"\n`,
    );
  }

  get #policy() {
    return path.join(this.#folder, "policy.json");
  }

  get #storage() {
    return path.join(this.#folder, "storage.conf");
  }

  /** Runs one of buildah's commands. @returns {string} what it says */
  run(command, ...args) {
    const places = ["--root", `${this.#folder}/storage`, "--runroot", `${this.#folder}/run`];
    const policy = ["from", "bud", "commit", "push"].includes(command)
      ? ["--signature-policy", this.#policy]
      : [];
    const all = ["--storage-driver", "vfs", ...places, command, ...policy, ...args];
    const made = spawnSync("buildah", all, {
      cwd: this.#root,
      encoding: "utf8",
      env: { ...process.env, CONTAINERS_STORAGE_CONF: this.#storage },
      maxBuffer: maxOutputBytes,
      stdio: [
        "ignore",
        command === "bud" && !this.#isQuiet ? "inherit" : "pipe",
        this.#isQuiet ? "pipe" : "inherit",
      ],
    });
    if (made.status !== 0)
      throw new Error(`buildah ${command} failed: ${made.error ?? made.stderr?.slice(-5_000) ?? ""}`);
    return made.stdout?.trim() ?? "";
  }

  /** Whether it can run programs in an image here. @param {string} image */
  canRun(image) {
    try {
      const container = this.run("from", image);
      this.run("run", "--isolation", "chroot", container, "true");
      this.run("rm", container);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * An image with files only.
   * @param {string} name
   * @param {[string, string][]} files each with its place in the image
   */
  fromFiles(name, files) {
    const container = this.run("from", "scratch");
    for (const [file, place] of files) this.run("add", "--quiet", container, file, place);
    this.run("commit", "--quiet", "--rm", container, name);
    return name;
  }

  /**
   * Builds the Containerfile.
   * @param {Record<string, string | undefined>} values of its arguments
   * @param {Record<string, string>} [parts] images instead of its parts, by their names
   */
  build(values, parts = {}) {
    const { version } = JSON.parse(readFileSync(path.join(this.#root, "package.json"), "utf8"));
    const all = Object.entries({ ...values, VERSION: version, REVISION: commit(this.#root) });
    const args = all
      .filter(([, value]) => value)
      .flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]);
    const file = path.join(this.#folder, "Containerfile");
    writeFileSync(file, withParts(readFileSync(path.join(this.#root, "Containerfile"), "utf8"), parts));
    // Docker's format, because the other one has no health check. Two parts at once: while one compiles, the other one
    // downloads.
    const form = ["--format", "docker", "--isolation", "chroot", "--layers=false", "--jobs", "2"];
    const from = ["--file", file, "--ignorefile", ".containerignore"];
    this.run("bud", ...form, ...from, ...secrets(), ...args, "--tag", name, ".");
  }

  /** Writes the image as an archive for `docker load` and `podman load`. */
  archive(file, tag) {
    rmSync(file, { force: true });
    this.run("push", name, `docker-archive:${file}:${tag}`);
  }

  /**
   * The image's files, and what it says about how to run it.
   * @returns {import("./check.mjs").Image}
   */
  mount() {
    const { Docker } = JSON.parse(this.run("inspect", "--type", "image", name));
    return { folder: this.run("mount", this.run("from", name)), config: Docker.config };
  }

  dispose() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
