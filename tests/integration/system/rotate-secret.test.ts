import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sealSecret } from "@/lib/core/auth/server/secret-box";
import { sendMail } from "@/lib/core/messages/server/service";
import { db } from "@/lib/db";
import { runBuilt } from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import { createPerson } from "@/tests/support/factories";

withTestDatabase();
jest.setTimeout(180_000);

const stolen = process.env.AUTH_SECRET ?? "";
const secret = "JBSWY3DPEHPK3PXP";
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => path.join(folder, "auth-secret");
const stored = async () => (await readFile(file(), "utf8")).trim();
const rotate = (action: string, AUTH_SECRET: string) =>
  runBuilt("rotate-secret", [action], { AUTH_SECRET, DATA_DIR: folder });

/** The content of a box as opened by a server started with this secret. */
async function opened(AUTH_SECRET: string, box: string, purpose: string, owner: string) {
  process.env.AUTH_SECRET = AUTH_SECRET;
  let found: string | null = null;
  await jest.isolateModulesAsync(async () => {
    found = (await import("@/lib/core/auth/server/secret-box")).openSecret(box, purpose, owner);
  });
  process.env.AUTH_SECRET = stolen;
  return found;
}

test("someone who stole the secret opens nothing once it is rotated and removed, and nothing is lost", async () => {
  await writeFile(file(), `${stolen}\n`);
  const { userId } = await createPerson();
  const totpSecret = sealSecret(secret, "authenticator app", userId);
  await db.user.update({ where: { id: userId }, data: { totpSecret }, select: { id: true } });
  const values = { username: "nana", inviter: "ada", family: "Us", expires: "1 May 2027" };
  await sendMail("invitation", "nana@example.org", { ...values, url: "https://a.example/register/secret" });

  const added = await rotate("add", stolen);
  expect([added.code, added.words]).toEqual([0, expect.stringContaining("authenticators: 1 encrypted")]);
  const ring = await stored();
  expect(ring).toMatch(new RegExp(`^k\\d{14}:[\\w-]{64},first:${stolen}$`));
  expect((await stat(file())).mode & 0o777).toBe(0o600);

  const dropped = await rotate("drop-old", ring);
  expect(dropped.code).toBe(0);
  const kept = await stored();
  expect(kept).toBe(ring.split(",")[0]);

  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { totpSecret: true } });
  const box = user.totpSecret ?? "";
  expect(await opened(kept, box, "authenticator app", userId)).toBe(secret);
  expect(await opened(stolen, box, "authenticator app", userId)).toBeNull();
  const message = await db.outboxMessage.findFirstOrThrow({ select: { livePart: true } });
  const [marker = "", link = ""] = message.livePart?.split(" ") ?? [];
  expect(await opened(kept, link, "outbox link", marker)).toBe("https://a.example/register/secret");
});

test("a secret with a comma, which a list of keys can't have, is left alone", async () => {
  const own = "grandmother's jam, plums and sugar";
  await writeFile(file(), `${own}\n`);
  for (const action of ["add", "drop-old"]) {
    const { code, words } = await rotate(action, own);
    expect([code, words]).toEqual([1, expect.stringMatching(/contains a comma.*Nothing was changed/)]);
  }
  expect(await stored()).toBe(own);
  await rm(file());
  const { code, words } = await rotate("add", own);
  expect([code, words]).toEqual([1, expect.not.stringMatching(/k\d{14}:/)]);
});

test("a secret from the environment is not written, and nothing is sealed that the servers can't open yet", async () => {
  const { userId } = await createPerson();
  const totpSecret = sealSecret(secret, "authenticator app", userId);
  await db.user.update({ where: { id: userId }, data: { totpSecret }, select: { id: true } });
  const { code, words } = await rotate("add", stolen);
  expect([code, words]).toEqual([0, expect.stringMatching(/k\d{14}:[\w-]{64},first:/)]);
  await expect(readFile(file())).rejects.toThrow(/ENOENT/);
  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { totpSecret: true } });
  expect(user.totpSecret).toBe(totpSecret);
});
