import { createECDH } from "node:crypto";
import { parseEnvironment } from "@/lib/env";

const needed = { DATABASE_URL: "postgresql://localhost/keepsake", AUTH_SECRET: "x".repeat(32) };

function newPushKeys() {
  const pair = createECDH("prime256v1");
  const VAPID_PUBLIC_KEY = pair.generateKeys("base64url");
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: secret.toString("base64url") };
}
const pushKeys = newPushKeys();
const passphrase = { SECOND_COPY_PASSPHRASE: "three blue boats at dawn" };
const ageKey = "age1s40ssnljgz8eaql8skelvpq962g9n0yu40e2m7vyaegv237cgsxsayncmv";

test("with the required settings, the rest has defaults", () => {
  expect(parseEnvironment(needed)).toMatchObject({
    PORT: 3000,
    DATA_DIR: "./data",
    RATE_LIMITS: true,
    TRUST_PROXY: [],
    ALLOWED_HOSTS: [],
    WORKER_IN_PROCESS: true,
    DECODE_UNCONFINED: "allow",
    MEDIA_OFFLOAD: "off",
  });
});

test("a blank line switches an option off", () => {
  const blank = {
    APP_URL: "",
    SUPER_ADMIN_EMAIL: "",
    SUPER_ADMIN_PASSWORD: "",
    S3_BUCKET: "",
    RATE_LIMITS: "",
  };
  const values = parseEnvironment({ ...needed, ...blank });
  expect([values.APP_URL, values.SUPER_ADMIN_EMAIL, values.RATE_LIMITS]).toEqual([
    undefined,
    undefined,
    true,
  ]);
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: undefined }],
  ["AUTH_SECRET", { AUTH_SECRET: "short" }],
  ["PORT", { PORT: "70000" }],
  ["WEB_PROCESSES", { WEB_PROCESSES: "0" }],
  ["WEB_PROCESSES", { WEB_PROCESSES: "9" }],
  ["WEB_PROCESSES", { WEB_PROCESSES: "two" }],
  ["APP_URL", { APP_URL: "album" }],
  ["RATE_LIMITS", { RATE_LIMITS: "yes" }],
  ["SUPER_ADMIN_PASSWORD", { SUPER_ADMIN_EMAIL: "root@example.org" }],
  ["S3_ACCESS_KEY_ID", { S3_BUCKET: "album" }],
  ["SECOND_COPY", { ...passphrase, SECOND_COPY: "backups/keepsake" }],
  ["SECOND_COPY_KEY", { SECOND_COPY: "/mnt/nas/keepsake" }],
  ["SECOND_COPY_KEY", { SECOND_COPY: "/mnt/nas/keepsake", SECOND_COPY_KEY: "AGE-SECRET-KEY-1SHORT" }],
  ["SECOND_COPY_PASSPHRASE", { SECOND_COPY: "/mnt/nas/keepsake", SECOND_COPY_PASSPHRASE: "short" }],
  ["SECOND_COPY_PASSPHRASE", { ...passphrase, SECOND_COPY: "/mnt/nas/keepsake", SECOND_COPY_KEY: ageKey }],
  ["SECOND_COPY_S3_ACCESS_KEY_ID", { ...passphrase, SECOND_COPY: "s3://family-copy" }],
  ["SECOND_COPY_SNAPSHOT_MINUTES", { SECOND_COPY_SNAPSHOT_MINUTES: "1" }],
  ["VAPID_PRIVATE_KEY", { VAPID_PUBLIC_KEY: pushKeys.VAPID_PUBLIC_KEY }],
  ["VAPID_PUBLIC_KEY", { VAPID_PRIVATE_KEY: pushKeys.VAPID_PRIVATE_KEY }],
  ["VAPID_PUBLIC_KEY", { ...pushKeys, VAPID_PUBLIC_KEY: "short" }],
  ["VAPID_PUBLIC_KEY", { ...pushKeys, VAPID_PRIVATE_KEY: newPushKeys().VAPID_PRIVATE_KEY }],
  ["VAPID_SUBJECT", { VAPID_SUBJECT: "ada@example.org" }],
  ["TRUST_PROXY", { TRUST_PROXY: "yes" }],
  ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.1, 10.0.0.0/33" }],
  ["ALLOWED_HOSTS", { ALLOWED_HOSTS: "https://nas" }],
  ["PUSH_ALLOWED_HOSTS", { PUSH_ALLOWED_HOSTS: "https://push.example.org" }],
])("a wrong %s is reported by its name, without its value", (name, values) => {
  expect(() => parseEnvironment({ ...needed, ...values })).toThrow(name);
  expect(() => parseEnvironment({ ...needed, ...values })).not.toThrow(/short|70000/);
});

test("the keys of Web Push are accepted if they match, hosts with their ports", () => {
  const values = parseEnvironment({
    ...needed,
    ...pushKeys,
    VAPID_SUBJECT: "mailto:ada@example.org",
    PUSH_ALLOWED_HOSTS: "push.example.org, LOCALHOST:8443",
  });
  expect(values).toMatchObject({
    ...pushKeys,
    VAPID_SUBJECT: "mailto:ada@example.org",
    PUSH_ALLOWED_HOSTS: ["push.example.org", "localhost:8443"],
  });
  expect(parseEnvironment(needed).PUSH_ALLOWED_HOSTS).toEqual([]);
});

test("trusted proxies are a list of addresses and networks; on means this machine and private networks", () => {
  const trusted = (TRUST_PROXY: string) => parseEnvironment({ ...needed, TRUST_PROXY }).TRUST_PROXY;
  expect(trusted("10.0.0.5, 2001:db8::/32")).toEqual(["10.0.0.5", "2001:db8::/32"]);
  expect(trusted("on")).toEqual(expect.arrayContaining(["127.0.0.0/8", "10.0.0.0/8", "fc00::/7"]));
  expect([trusted("off"), trusted("")]).toEqual([[], []]);
});

test("hosts that the operator lists are compared as in the Host header, without ports", () => {
  const values = parseEnvironment({ ...needed, ALLOWED_HOSTS: "NAS:3000, album.lan" });
  expect(values.ALLOWED_HOSTS).toEqual(["nas", "album.lan"]);
});

test("a second copy takes a folder or a bucket, and one or more keys or a passphrase", () => {
  const folder = { ...needed, SECOND_COPY: "/mnt/nas/keepsake" };
  expect(parseEnvironment({ ...folder, SECOND_COPY_KEY: `${ageKey}, ${ageKey}` }).SECOND_COPY_KEY).toEqual([
    ageKey,
    ageKey,
  ]);
  expect(parseEnvironment({ ...folder, ...passphrase })).toMatchObject({
    SECOND_COPY: "/mnt/nas/keepsake",
    SECOND_COPY_SNAPSHOT_MINUTES: 60,
  });
  const bucket = {
    ...needed,
    ...passphrase,
    SECOND_COPY: "s3://family-copy/album",
    SECOND_COPY_S3_ACCESS_KEY_ID: "id",
    SECOND_COPY_S3_SECRET_ACCESS_KEY: "key",
  };
  expect(parseEnvironment(bucket).SECOND_COPY).toBe("s3://family-copy/album");
});
