import { execFileSync } from "node:child_process";
import { createECDH } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const settings = pathToFileURL(path.resolve("ops/lib/settings.mjs")).href;
const names = ["AUTH_SECRET", "VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"] as const;
type Kept = Partial<Record<(typeof names)[number], string>>;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "keepsake-settings-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The settings after a start with this environment, in a separate process, which may be unable to write to files. */
function started(environment: Kept = {}, { isDiskFull = false } = {}): Kept {
  const script = `import { prepareSettings } from ${JSON.stringify(settings)};
    prepareSettings(${JSON.stringify(folder)});
    const { ${names.join(", ")} } = process.env;
    console.log(JSON.stringify({ ${names.join(", ")} }));`;
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH ?? "", ...environment };
  const limited = `ulimit -f ${isDiskFull ? "0" : "unlimited"} && exec "$0" "$@"`;
  const args = ["-c", limited, process.execPath, "--input-type=module", "-e", script];
  return JSON.parse(execFileSync("sh", args, { env, encoding: "utf8", stdio: "pipe" }));
}

test("the keys of Web Push are created at the first start and the same at every later one", () => {
  const first = started();
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(first.VAPID_PRIVATE_KEY ?? "", "base64url"));
  expect(first.VAPID_PUBLIC_KEY).toBe(pair.getPublicKey("base64url"));
  expect([first.VAPID_PUBLIC_KEY?.length, first.VAPID_PRIVATE_KEY?.length]).toEqual([87, 43]);
  expect(started()).toEqual(first);
});

test.each([
  ["auth-secret", {}],
  ["vapid-keys.json", { AUTH_SECRET: "x".repeat(32) }],
])("a first start on a disk without space for %s leaves nothing that stops the next one", (name, own) => {
  expect(() => started(own, { isDiskFull: true })).toThrow("EFBIG");
  const next = started(own);
  expect(names.filter((setting) => !next[setting])).toEqual([]);
  expect(readdirSync(path.join(folder, "data")).filter((file) => file.startsWith(name))).toEqual([name]);
});

test("only the album's own user can read the stored settings", () => {
  started();
  for (const name of ["auth-secret", "vapid-keys.json"]) {
    expect([name, statSync(path.join(folder, "data", name)).mode & 0o777]).toEqual([name, 0o600]);
  }
});

test("keys from the environment take precedence, and none are created", () => {
  const own = { AUTH_SECRET: "x".repeat(32), VAPID_PUBLIC_KEY: "public", VAPID_PRIVATE_KEY: "private" };
  expect(started(own)).toEqual(own);
  expect(() => readFileSync(path.join(folder, "data", "vapid-keys.json"))).toThrow(/ENOENT/);
});

test("if only one of the two is set it is left alone, so that the start can report it", () => {
  expect(started({ VAPID_PUBLIC_KEY: "public" })).toMatchObject({ VAPID_PUBLIC_KEY: "public" });
  expect(started({ VAPID_PUBLIC_KEY: "public" }).VAPID_PRIVATE_KEY).toBeUndefined();
});
