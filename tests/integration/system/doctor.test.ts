import { chmod, mkdir, rename } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { runBuilt } from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();
jest.setTimeout(180_000);

const goodSettings = {
  APP_URL: "https://album.example.org",
  TRUST_PROXY: "on",
  RATE_LIMITS: "on",
  AUTH_SECRET: "q8Zt3LxV0mWc7Rb1Yk5Pn9Hs2Dj6Fg4A",
};

/** An external service that accepts one key. */
async function startService(key: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    response.writeHead(request.headers.authorization === `Bearer ${key}` ? 200 : 401).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("the doctor approves a good setup, and leaves nothing behind", async () => {
  await storeMedia(await createOwner());
  const before = await storedKeys();
  const { code, words } = await runBuilt("doctor", [], goodSettings);
  expect(words).not.toContain("ERROR");
  expect(code).toBe(0);
  for (const name of [
    "node",
    "data-folder",
    "database",
    "migrations",
    "queue",
    "clock",
    "sign-up",
    "ceilings",
    "storage",
    "address",
    "secrets",
  ]) {
    expect(words).toMatch(new RegExp(`^ok    +${name} `, "m"));
  }
  expect(words).toMatch(/^warn +mail +No mail server is set up/m);
  expect(await storedKeys()).toEqual(before);
});

test("the doctor warns of a data folder that the machine's other users can look into", async () => {
  const dataDir = process.env.DATA_DIR ?? "";
  await chmod(dataDir, 0o755);
  try {
    const { words } = await runBuilt("doctor", [], goodSettings);
    expect(words).toMatch(/^warn +data-folder +Other users of this machine can read it/m);
  } finally {
    await chmod(dataDir, 0o700);
  }
});

test("the doctor says what is wrong with each part and what to do, and reveals no secret", async () => {
  await storeMedia(await createOwner());
  const { url, server } = await startService("sk_test_right");
  const media = path.resolve(process.env.DATA_DIR ?? "", "media");
  await rename(media, `${media}-away`);
  await mkdir(media);
  try {
    const { code, words } = await runBuilt("doctor", [], {
      APP_URL: "http://album.example.org",
      AUTH_SECRET: "x".repeat(40),
      RATE_LIMITS: "on",
      SMTP_URL: "smtp://nobody:hush@127.0.0.1:9",
      MAIL_FROM: "album@example.org",
      STRIPE_SECRET_KEY: "sk_test_wrong",
      STRIPE_WEBHOOK_SECRET: "whsec_something",
      STRIPE_API_BASE: url,
      PRODIGI_API_KEY: "some-key",
      PRODIGI_API_BASE: "http://127.0.0.1:9",
    });
    expect(code).toBe(1);
    expect(words).toMatch(/^ERROR +storage .*is the disk mounted/m);
    expect(words).toMatch(/^ERROR +secrets +AUTH_SECRET can be guessed/m);
    expect(words).toMatch(/^warn +address +APP_URL is not https/m);
    expect(words).toMatch(/^ERROR +mail +The mail server refused our login or can't be reached/m);
    expect(words).toMatch(/^ERROR +payments +Stripe rejected our key/m);
    expect(words).toMatch(/^ERROR +print-lab +Prodigi can't be reached/m);
    for (const secret of ["hush", "sk_test_wrong", "whsec_something", "some-key", "xxxx"]) {
      expect([secret, words.includes(secret)]).toEqual([secret, false]);
    }
  } finally {
    server.close();
    const { rm } = await import("node:fs/promises");
    await rm(media, { recursive: true });
    await rename(`${media}-away`, media);
  }
});

test("the doctor names a wrong setting, and an unreachable database", async () => {
  const wrong = await runBuilt("doctor", [], { ...goodSettings, PORT: "many" });
  expect([wrong.code, wrong.words]).toEqual([
    1,
    expect.stringMatching(/ERROR +settings +Invalid settings:\n +PORT/),
  ]);
  const away = await runBuilt("doctor", [], {
    ...goodSettings,
    DATABASE_URL: "postgresql://nobody:hush@127.0.0.1:9/album",
  });
  expect(away.code).toBe(1);
  expect(away.words).toMatch(/^ERROR +database/m);
  expect(away.words).not.toContain("hush");
});
