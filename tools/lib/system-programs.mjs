import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

/** What some suites need besides npm's packages: program, Debian's packages, and what is skipped without them. */
const wanted = [
  { program: "chromium", packages: ["chromium"], without: "the end-to-end tests" },
  {
    program: "chromium-headless-shell",
    packages: ["chromium-headless-shell"],
    without: "nothing, but the end-to-end tests take longer",
  },
  { program: "ffmpeg", packages: ["ffmpeg"], without: "the tests of clips" },
  {
    program: "radosgw",
    packages: ["ceph-mon", "ceph-osd", "radosgw"],
    without: "the tests against a real S3 server",
  },
  { program: "age", packages: ["age"], without: "opening encrypted backups with age itself" },
  { program: "pgbouncer", packages: ["pgbouncer"], without: "the test behind a connection pooler" },
  {
    program: "pdfimages",
    packages: ["poppler-utils"],
    without: "reading printed books with another program",
  },
  { program: "nginx", packages: ["nginx"], without: "the test of several servers" },
  { program: "caddy", packages: ["caddy"], without: "the test of updates behind Caddy" },
];

/** @param {string} program */
export function hasProgram(program) {
  return (process.env.PATH ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Installs what is missing where this process is allowed to, otherwise says what to install and what is skipped. */
export function ensureSystemPrograms() {
  const missing = wanted.filter(({ program }) => !hasProgram(program));
  if (missing.length === 0) return;
  const packages = missing.flatMap((entry) => entry.packages);
  if (process.getuid?.() === 0 && hasProgram("apt-get")) {
    console.log(`Installing ${packages.join(", ")} ...`);
    // The run level keeps nginx from being started as a service.
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
    const aptGet = (...args) =>
      spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
    aptGet("update");
    // One by one: an unavailable package must not prevent the others.
    for (const entry of missing) aptGet("install", "-y", "--no-install-recommends", ...entry.packages);
  }
  for (const entry of missing.filter(({ program }) => !hasProgram(program))) {
    console.log(`SKIPPED: ${entry.without}. They need: apt-get install ${entry.packages.join(" ")}`);
  }
}
