import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { parseEnvironment } from "@/lib/env";
import { anotherMachine, withOtherMachines } from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";
import { wholeDatabase } from "@/tests/support/whole-database";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

withTestDatabase();
withTestStorage();
withOtherMachines();
jest.setTimeout(180_000);

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const guide = readFileSync(path.join(root, "docs", "installing.md"), "utf8");
/** Every fenced block in order, with its language. */
const fences = [...guide.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));
const blocks = fences.filter(({ language }) => language === "sh").map(({ text }) => text);

/**
 * Programs that blocks call but that can't run here, with the reason. A stand-in of the same name records each call,
 * which is checked below.
 */
const standIns = {
  "apt-get": "would change this machine",
  useradd: "would change this machine",
  chown: "there is no user keepsake here",
  systemctl: "needs systemd as the first process",
  journalctl: "needs systemd, and never ends",
  docker: "needs Docker, and builds an image",
};
/**
 * Run in part: without the user keepsake, who doesn't exist here, `npm start`, which the end-to-end tests run, and
 * `npm run update`, which would update this clone, and which update.test.ts runs.
 */
const wrappers = {
  install:
    'skip=; for name; do shift; case "$name" in --owner|--group) skip=yes;; *) [ "$skip" ] || set -- "$@" "$name"; skip=;; esac; done; exec /usr/bin/install "$@"',
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  npm: `if [ "$1" = start ] || [ "$2" = update ]; then echo "npm $*" >> "$CALLS"; else cd ${root} && PATH="\${PATH#*:}" exec npm --silent "$@"; fi`,
};

let machine: string;
const at = (...names: string[]) => path.join(machine, ...names);
const album = () => at("srv", "keepsake");

function makeMachine(): void {
  machine = mkdtempSync(path.join(tmpdir(), "keepsake-guide-"));
  for (const name of ["bin", "srv", "etc/systemd/system", "etc/caddy", "home"])
    mkdirSync(at(name), { recursive: true });
  const program = (name: string, text: string) =>
    writeFileSync(at("bin", name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  for (const name of Object.keys(standIns)) program(name, `echo "${name} $*" >> "$CALLS"`);
  for (const [name, text] of Object.entries(wrappers)) program(name, text);
  // A machine without age or git skips what needs it.
  for (const name of ["age", "age-keygen"])
    if (!hasProgram(name)) program(name, `echo "${name} $*" >> "$CALLS"`);
}
beforeAll(makeMachine);
afterAll(() => rmSync(machine, { recursive: true, force: true }));

const keyFile = () => at("home", "keepsake-key.txt");
const publicKey = () => /public key: (age1\w+)/.exec(readFileSync(keyFile(), "utf8"))?.[1] ?? "";

/** The block, with its paths moved to the simulated machine. */
function placed(block: string): string {
  const key = existsSync(keyFile()) ? publicKey() : "age1...";
  return block
    .replaceAll("ADDRESS", `file://${root}`)
    .replaceAll("age1...", key)
    .replaceAll("/var/lib/keepsake", process.env.DATA_DIR ?? "")
    .replaceAll("/tmp/rehearsal", at("rehearsal"))
    .replaceAll("/etc/", `${at("etc")}/`)
    .replaceAll("/backups", at("backups"))
    .replaceAll("/srv/keepsake", album())
    .replaceAll("identity keepsake-key.txt", `identity ${keyFile()}`)
    .replaceAll("--key keepsake-key.txt", `--key ${keyFile()}`);
}

/** Runs a block. @returns its output, and the calls of its stand-ins */
function run(block: string, env: Record<string, string> = {}): { output: string; calls: string[] } {
  const calls = at("calls");
  rmSync(calls, { force: true });
  const { status, stdout, stderr } = spawnSync("bash", ["-euo", "pipefail", "-c", placed(block)], {
    cwd: at("home"),
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "", PATH: `${at("bin")}:${process.env.PATH}`, CALLS: calls, ...env },
  });
  expect([status, status === 0 ? "" : `${block}\n${stdout}${stderr}`]).toEqual([0, ""]);
  return { output: stdout, calls: existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [] };
}

const blockWith = (words: string) => {
  const found = blocks.filter((block) => block.includes(words));
  expect([words, found.length]).toEqual([words, 1]);
  return found[0] ?? "";
};
/** Blocks that have been run; the last test finds the ones that haven't. */
const ran = new Set<string>();
function runBlock(words: string, env?: Record<string, string>) {
  const block = blockWith(words);
  ran.add(block);
  return run(block, env);
}

const composeCalls = (calls: string[]) => calls.filter((call) => call.startsWith("docker compose "));

/** The files that a compose call names, each of which is in the clone. */
function composeFiles(call: string): string[] {
  const files = [...call.matchAll(/--file (\S+)/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect([file, existsSync(path.join(album(), file))]).toEqual([file, true]);
  return files;
}

test("the clone has what the guide uses", () => {
  const isRepository = existsSync(path.join(root, ".git")) && hasProgram("git");
  if (isRepository) runBlock("git clone");
  else {
    console.warn("SKIPPED: git clone. It needs git, and a repository here.");
    ran.add(blockWith("git clone"));
  }
  // Uncommitted changes are tested too.
  for (const name of ["deploy", "package.json"])
    cpSync(path.join(root, name), path.join(album(), name), { recursive: true });
  expect(existsSync(path.join(album(), "deploy", "compose.yaml"))).toBe(true);
});

test("a container is started from an existing compose file, and its log read", () => {
  const { calls } = runBlock("up --build");
  expect(calls.map((call) => composeFiles(call))).toEqual([["deploy/compose.yaml"], ["deploy/compose.yaml"]]);
  const { services } = parse(readFileSync(path.join(album(), "deploy/compose.yaml"), "utf8")) as {
    services: object;
  };
  expect(Object.keys(services)).toEqual(["keepsake"]);
});

test("the service is installed where systemd looks, for the user that it names", () => {
  const { calls } = runBlock("useradd");
  const unit = readFileSync(at("etc/systemd/system/keepsake.service"), "utf8");
  expect(calls).toContain("systemctl enable --now keepsake");
  expect(
    calls
      .find((call) => call.startsWith("useradd "))
      ?.split(" ")
      .at(-1),
  ).toBe(/^User=(\w+)$/m.exec(unit)?.[1]);
  expect(calls).toContain("journalctl --unit keepsake --follow");
  expect(unit).toContain("WorkingDirectory=/srv/keepsake\n");
});

test("npm start is all it takes, and the end-to-end tests run it", () => {
  const block = blocks.find((text) => text === "npm start\n") ?? "";
  ran.add(block);
  expect(run(block).calls).toEqual(["npm start"]);
  expect(readFileSync(path.join(root, "playwright.config.ts"), "utf8")).toContain(
    'command: "node ops/start.mjs"',
  );
  expect(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).scripts.start).toBe(
    "node ops/start.mjs",
  );
});

const secrets = { DATABASE_URL: "postgresql://localhost/keepsake", AUTH_SECRET: "x".repeat(32) };
const settingsIn = (file: string) =>
  Object.fromEntries(
    readFileSync(path.join(album(), file), "utf8")
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

test("the service gets a name, and mail, through valid settings", () => {
  expect(runBlock("APP_URL=").calls).toContain("systemctl restart keepsake");
  runBlock("SMTP_URL=");
  expect(parseEnvironment({ ...secrets, ...settingsIn(".env") })).toMatchObject({
    APP_URL: "https://album.example.org",
    TRUST_PROXY: ["127.0.0.1"],
    MAIL_FROM: "album@example.org",
  });
});

test("Caddy gets a site with the name", () => {
  expect(runBlock("apt-get install --yes caddy").calls).toContain("systemctl reload caddy");
  const file = at("etc/caddy/Caddyfile");
  expect(readFileSync(file, "utf8")).toMatch(/^album\.example\.org \{$/m);
  if (hasProgram("caddy")) {
    const args = ["validate", "--adapter", "caddyfile", "--config", file];
    expect(
      spawnSync("caddy", args, { encoding: "utf8", env: { ...process.env, HOME: machine } }).status,
    ).toBe(0);
  } else console.warn("SKIPPED: validating the Caddyfile. It needs caddy.");
});

test("a container gets a name, mail and a folder for backups from compose.domain.yaml", () => {
  const { calls } = runBlock("ALBUM_HOST=");
  expect(settingsIn("deploy/.env")).toEqual({
    ALBUM_HOST: "album.example.org",
    ALBUM_PORT: "127.0.0.1:3000",
  });
  // Every visitor comes through the proxy, which is trusted to report their address.
  expect(readFileSync(path.join(album(), "deploy/compose.yaml"), "utf8")).toMatch(
    /- "\$\{ALBUM_PORT:-3000\}:3000"/,
  );
  expect(existsSync(at("backups"))).toBe(true);
  const files = composeFiles(composeCalls(calls)[0] ?? "");
  expect(files).toEqual(["deploy/compose.yaml", "deploy/compose.domain.yaml"]);
  const text = readFileSync(path.join(album(), "deploy/compose.domain.yaml"), "utf8");
  const { services } = parse(text) as {
    services: Record<string, { environment: Record<string, string>; volumes: string[] }>;
  };
  expect(services.keepsake?.volumes).toEqual([expect.stringMatching(/:\/backups$/)]);
  const filled = Object.fromEntries(
    Object.entries(services.keepsake?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{ALBUM_HOST:\?[^}]*\}/, "album.example.org").replace(/\$\{\w+:-\}/, ""),
    ]),
  );
  expect(parseEnvironment({ ...secrets, ...filled })).toMatchObject({ APP_URL: "https://album.example.org" });
  expect(services.proxy?.environment.ALBUM_SERVERS).toBe("keepsake:3000");
  const compose = spawnSync("docker", ["compose", "version"], { encoding: "utf8" });
  if (compose.status === 0) {
    const args = ["compose", ...files.flatMap((file) => ["--file", file]), "config", "--quiet"];
    const { status, stderr } = spawnSync("docker", args, { cwd: album(), encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  } else console.warn("SKIPPED: docker compose config. It needs Docker Compose.");
});

const hasAge = hasProgram("age");
(hasAge ? test : test.skip)(
  "a backup for a key made with age is opened by age, restored whole, and found by the doctor",
  async () => {
    await storeMedia(await createOwner({ name: "The Okafors of Leeds" }), { description: "In the garden" });
    runBlock("age-keygen");
    expect(publicKey()).toMatch(/^age1/);
    expect(runBlock("npm run backup").output).toContain("Backed up ");
    expect(runBlock("age --decrypt").output).toContain("The Okafors of Leeds");
    const there = await anotherMachine();
    const { DATABASE_URL, DIRECT_DATABASE_URL } = there;
    const { output } = runBlock("npm run restore", { DATABASE_URL, DIRECT_DATABASE_URL });
    expect(output).toContain("Restored ");
    const whole = (url = process.env.DATABASE_URL ?? "") => wholeDatabase(url);
    expect(await whole(there.DATABASE_URL)).toEqual(await whole());
    expect(readdirSync(at("rehearsal", "media")).length).toBeGreaterThan(0);
    expect(runBlock("PORT=3001").calls).toEqual(["npm start"]);
    expect(existsSync(at("rehearsal"))).toBe(false);
    const doctor = runBlock("npm run doctor", {
      APP_URL: "",
      RATE_LIMITS: "on",
      AUTH_SECRET: "q8Zt3LxV0mWc7Rb1Yk5Pn9Hs2Dj6Fg4A",
    });
    expect(doctor.output).toMatch(
      /^ok +backups +The last backup was made 0 hours ago in \S+\/backups\/first, encrypted\.$/m,
    );
  },
);

(hasAge ? test : test.skip)(
  "the timer's service makes tonight's backup, and deletes those of two weeks ago",
  async () => {
    await createOwner();
    const { calls } = runBlock("keepsake-backup.timer");
    expect(calls).toEqual([
      "systemctl enable --now keepsake-backup.timer",
      "systemctl start keepsake-backup",
    ]);
    const unit = readFileSync(at("etc/systemd/system/keepsake-backup.service"), "utf8");
    expect(existsSync(at("etc/systemd/system/keepsake-backup.timer"))).toBe(true);
    const { RECIPIENT = "" } = Object.fromEntries([
      readFileSync(at("etc/keepsake-backup"), "utf8").trim().split("="),
    ]);
    mkdirSync(at("backups", "keepsake-2026-01-01"), { recursive: true });
    spawnSync("touch", ["--date", "15 days ago", at("backups", "keepsake-2026-01-01")]);
    const env = { BACKUPS: at("backups"), RECIPIENT };
    for (const name of ["ExecStart", "ExecStartPost"]) {
      const [, command = ""] = new RegExp(`^${name}=(.*)$`, "m").exec(unit) ?? [];
      run(command.replaceAll("%%", "%"), env);
    }
    const today = new Date().toISOString().slice(0, 10);
    const made = readdirSync(at("backups"));
    expect(made).not.toContain("keepsake-2026-01-01");
    expect(made.some((name) => name.startsWith(`keepsake-${today.slice(0, 8)}`))).toBe(true);
  },
);

test("the service is updated while it is stopped, as the user, and with the folders, that it has", () => {
  const { calls } = runBlock("npm run update");
  expect(calls).toEqual(["systemctl stop keepsake", "npm run update", "systemctl start keepsake"]);
  const unit = readFileSync(path.join(root, "deploy", "keepsake.service"), "utf8");
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];
  const settings = `HOME=${setting("WorkingDirectory")} ${setting("Environment")}`;
  expect(blockWith("npm run update")).toContain(
    `runuser -u ${setting("User")} -- env ${settings} npm run update\n`,
  );
});

const systemd = hasProgram("systemd-analyze");
if (!systemd) console.warn("SKIPPED: systemd's opinion of the backup's units. It needs systemd-analyze.");
(systemd ? test : test.skip)("systemd accepts the service and the timer of the backup", () => {
  const units = ["keepsake-backup.service", "keepsake-backup.timer"].map((name) =>
    path.join(root, "deploy", name),
  );
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...units], {
    encoding: "utf8",
  });
  expect([status, stdout + stderr]).toEqual([0, ""]);
});

test("in a container, backup and doctor are the programs that npm runs", () => {
  for (const [words, script] of [
    ["ops/backup.mjs", "backup"],
    ["ops/doctor.mjs", "doctor"],
  ] as const) {
    const [call = ""] = composeCalls(runBlock(words).calls);
    composeFiles(call);
    const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    expect(call).toContain(`exec --no-TTY keepsake ${scripts[script]}`);
  }
});

test("every command in the guide is run, or has a reason why not", () => {
  const needAge = ["age", "backup", "npm run", "PORT=3001"];
  const left = blocks.filter(
    (block) => !ran.has(block) && (hasAge || !needAge.some((word) => block.includes(word))),
  );
  expect(left).toEqual([]);
  if (!hasAge) console.warn("SKIPPED: keys, backup and restore. They need age.");
  expect(blocks.length).toBeGreaterThan(12);
  // Any other kind of fence would be a command that is never run; the only one allowed shows a line of the log.
  const others = fences.filter(({ language }) => language !== "sh");
  expect(others).toEqual([
    { language: "text", text: expect.stringMatching(/^ {2}First visit {3}\S+\/get-started#code=\S+\n$/) },
  ]);
  // The guide calls each stand-in, so that the list has no obsolete excuses.
  for (const [name, reason] of Object.entries(standIns)) {
    expect([name, reason.length > 10, guide.includes(`\n${name} `) || guide.includes(`&& ${name} `)]).toEqual(
      [name, true, true],
    );
  }
});
