import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { containers } from "@/lib/platform/video/ffmpeg";
import { filmFilters } from "@/lib/platform/video/film";
import { videoFilters } from "@/lib/platform/video/filters";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const containerfile = read("Containerfile");
/** The Containerfile's instructions, one per line. */
const instructions = containerfile
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n/g, " ")
  .split("\n")
  .filter(Boolean);
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));

test("the image can be based on images from elsewhere than Docker Hub", () => {
  expect(instructions.slice(0, 2)).toEqual([
    "ARG BASE=docker.io/library/debian:bookworm-slim",
    "ARG NODE=docker.io/library/node:24-bookworm-slim",
  ]);
  const bases = instructions.filter((line) => line.startsWith("FROM ")).map((line) => line.split(" ")[1]);
  expect(bases.filter((base) => base !== "system")).toEqual(
    ["NODE", "BASE", "BASE"].map((name) => `\${${name}}`),
  );
});

test("the album runs without root, under an init, on one volume, and reports its health", () => {
  expect(lastStage).toContain("USER 1000:1000");
  expect(lastStage).toContain("VOLUME /data");
  expect(lastStage).toContain('ENTRYPOINT ["tini", "--", "node"]');
  expect(lastStage).toContain('CMD ["ops/start.mjs"]');
  const health = lastStage.find((line) => line.startsWith("HEALTHCHECK ")) ?? "";
  expect(health).toContain('CMD ["node", "ops/health.mjs"]');
  expect(existsSync(path.join(root, "ops/health.mjs"))).toBe(true);
  expect(lastStage.join("\n")).toMatch(/^ENV .*\bDATA_DIR=\/data\b.*\bHOST=0\.0\.0\.0\b/m);
});

test("the image has labels that describe it", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(lastStage).toContain(`ARG VERSION=${version}`);
  const labels = [...lastStage.join("\n").matchAll(/org\.opencontainers\.image\.([\w.]+)=/g)].map(
    ([, key]) => key,
  );
  expect(labels).toEqual(
    expect.arrayContaining(["title", "description", "version", "revision", "licenses", "base.name"]),
  );
});

test("no build secret and no development dependency becomes part of it", () => {
  const install = instructions.find((line) => line.includes("npm install")) ?? "";
  expect(install).toContain("--omit=dev");
  expect(install.match(/--mount=type=secret,id=\w+/g)).toHaveLength(2);
  expect(containerfile).not.toMatch(/_authToken|registry=/);
  const copied = lastStage.filter((line) => line.startsWith("COPY "));
  expect(copied).toEqual(["COPY --from=programs /programs /", "COPY --from=build /assembled /keepsake"]);
});

test("its ffmpeg reads, filters and writes everything that the album asks of one", () => {
  const script = read("tools/image/ffmpeg.sh");
  const enabled = (kind: string) =>
    [...script.matchAll(new RegExp(`--enable-${kind}=(\\S+)`, "g"))].flatMap(([, names = ""]) =>
      names.split(","),
    );
  const inner: Record<string, string> = { mpeg: "mpegps", vob: "mpeg2vob", s16le: "pcm_s16le" };
  const named = (names: string[]) => names.map((name) => inner[name] ?? name);
  const all = Object.values(containers);
  const sources = globSync("lib/platform/video/*.ts", { cwd: root }).map(read).join("\n");
  const formats = [...sources.matchAll(/"-f", "(\w+)"(.*"-i")?/g)];
  const taken = formats.flatMap(([, name = "", input]) => (input ? [name] : []));
  const written = formats.flatMap(([, name = "", input]) => (input ? [] : [name]));
  expect(enabled("demuxer")).toEqual(
    expect.arrayContaining(named([...taken, ...all.map(({ reads }) => reads)])),
  );
  expect(enabled("muxer")).toEqual(
    expect.arrayContaining(named([...written, ...all.map(({ writes }) => writes)])),
  );
  const encoders = [...sources.matchAll(/"-c:[va]", "(?!copy)(\w+)"/g)].map(([, name = ""]) => name);
  expect(encoders.length).toBeGreaterThan(2);
  // Writing raw samples needs an encoder, too.
  expect(enabled("encoder")).toEqual(expect.arrayContaining([...encoders, "pcm_s16le"]));
  const facts = { hdrTransfer: "smpte2084", isInterlaced: true } as const;
  const chain = videoFilters(facts, { size: "thumbnail=10", pixelFormat: "yuv420p", hasToneMapping: true });
  const filters = chain
    .replace(/'[^']*'/g, "")
    .split(",")
    .map((filter) => filter.split("=")[0]);
  filters.push(...filmFilters.split(",").map((filter) => filter.split("=")[0]));
  expect(filters).toContain("zscale");
  expect(enabled("filter")).toEqual(expect.arrayContaining(filters));
  // Otherwise ffmpeg's configure only warns about an unknown name.
  expect(script).toContain("--fatal-warnings");
});

test("the build only gets the files it needs from this folder", () => {
  const [first, ...others] = read(".containerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(first).toBe("*");
  const allowed = others.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  expect(allowed.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  for (const secret of [".env", "data", ".git", "node_modules", "tests"])
    expect(allowed).not.toContain(secret);
  // Docker reads the same file under another name.
  expect(read(".dockerignore")).toBe(read(".containerignore"));
});

test("everything that the build imports is included", () => {
  const assembled = read("tools/image/assemble.mjs");
  const imported = [...assembled.matchAll(/from "(\.[^"]+)"/g)].map(([, file = ""]) =>
    path.normalize(path.join("tools/image", file)),
  );
  const allowed = read(".containerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  expect(imported.length).toBeGreaterThan(2);
  expect(imported.filter((file) => !allowed.some((name) => file.startsWith(`${name}/`)))).toEqual([]);
});

test("nothing in it is specific to one architecture: each native package exists for arm64 too, in the same version", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { version: string; cpu?: string[]; os?: string[]; dev?: boolean }>;
  };
  const native = Object.entries(packages).filter(
    ([, { cpu, os, dev }]) => cpu?.includes("x64") && os?.includes("linux") && !dev,
  );
  expect(native.length).toBeGreaterThan(5);
  for (const [place, { version }] of native)
    expect(packages[place.replace("x64", "arm64")]).toMatchObject({ version, cpu: ["arm64"] });
  for (const file of ["Containerfile", "tools/image/ffmpeg.sh", "tools/image/assemble.mjs"])
    expect(read(file)).not.toMatch(/amd64|x86_64|x64/);
});
