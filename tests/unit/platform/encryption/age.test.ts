import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import {
  AgeError,
  decryptAge,
  decryptWithPassphrase,
  encryptedBytes,
  encryptForAge,
  encryptWithPassphrase,
  identitiesIn,
  newKeyPair,
  recipientOf,
  requireRecipient,
} from "@/lib/platform/encryption/age";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const hasAge = hasProgram("age") && hasProgram("age-keygen");
if (!hasAge) console.warn("SKIPPED: opening files with age itself needs age (Debian: age).");

/** Splits the bytes into blocks of varying size, as files and networks do. */
async function* blocksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 150_001) {
    yield bytes.subarray(at, at + size);
  }
}

async function all(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const block of blocks) read.push(block);
  return Buffer.concat(read);
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

let identity: string;
let recipient: string;
beforeAll(async () => {
  identity = await generateIdentity();
  recipient = await identityToRecipient(identity);
});

const encrypt = (bytes: Buffer, recipients = [recipient]) => all(encryptForAge(blocksOf(bytes), recipients));
const decrypt = (bytes: Buffer, identities = [identity]) => all(decryptAge(blocksOf(bytes), identities));

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 400_000])(
  "%d bytes are the same after a round trip, here and in the library",
  async (size) => {
    const bytes = randomBytes(size);
    const encrypted = await encrypt(bytes);
    expect(encrypted).toHaveLength((await encryptedBytes([recipient]))(size));
    expect((await decrypt(encrypted)).equals(bytes)).toBe(true);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    expect(Buffer.from(await decrypter.decrypt(encrypted)).equals(bytes)).toBe(true);
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    expect((await decrypt(Buffer.from(await encrypter.encrypt(bytes)))).equals(bytes)).toBe(true);
  },
);

test("no two encryptions share a byte of their keys, and no plaintext is visible", async () => {
  const bytes = Buffer.alloc(1000, "secret ");
  const [one, two] = [await encrypt(bytes), await encrypt(bytes)];
  expect(one.equals(two)).toBe(false);
  expect(one.subarray(-1016).equals(two.subarray(-1016))).toBe(false);
  expect(one.includes("secret")).toBe(false);
});

test("each of several recipients can open it, and nobody else", async () => {
  const second = await generateIdentity();
  const encrypted = await encrypt(Buffer.from("hello"), [recipient, await identityToRecipient(second)]);
  for (const key of [identity, second]) expect(String(await decrypt(encrypted, [key]))).toBe("hello");
  await expect(decrypt(encrypted, [await generateIdentity()])).rejects.toThrow(
    "The key doesn't open this file",
  );
});

test("a damaged, truncated, reordered or unencrypted file is an error", async () => {
  const bytes = randomBytes(200_000);
  const encrypted = await encrypt(bytes);
  const start = (await encryptedBytes([recipient]))(0) - 16;
  const chunk = (index: number) => encrypted.subarray(start + index * 65_552, start + (index + 1) * 65_552);
  const head = encrypted.subarray(0, start);
  const flipped = Buffer.from(encrypted);
  flipped[start + 100_000] = (flipped[start + 100_000] ?? 0) ^ 1;
  const wrong = {
    flipped,
    "cut between chunks": encrypted.subarray(0, start + 65_552),
    "cut inside a chunk": encrypted.subarray(0, -1),
    "cut in the header": encrypted.subarray(0, 40),
    "without chunks": head,
    swapped: Buffer.concat([head, chunk(1), chunk(0), encrypted.subarray(start + 2 * 65_552)]),
    "a chunk too many": Buffer.concat([encrypted, chunk(0)]),
    "no age": randomBytes(200_000),
    empty: Buffer.alloc(0),
  };
  for (const [name, file] of Object.entries(wrong)) {
    const outcome = await decrypt(file).then(
      () => "no error",
      (error: unknown) => error,
    );
    expect([name, outcome instanceof AgeError]).toEqual([name, true]);
  }
});

test("public and private keys are told apart from other text", () => {
  expect(() => requireRecipient("age1notakey")).toThrow("is not a public key of age");
  expect(() => requireRecipient(identity)).toThrow("is not a public key of age");
  expect(() => requireRecipient(recipient)).not.toThrow();
  expect(identitiesIn(`# created: 2026\n# public key: ${recipient}\n${identity}\n`)).toEqual([identity]);
  expect(() => identitiesIn(recipient)).toThrow("no private key");
});

(hasAge ? test : test.skip)("age opens what we encrypt, and we what age encrypts", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-age-"));
  try {
    const file = (name: string) => path.join(folder, name);
    execFileSync("age-keygen", ["-o", file("key.txt")], { stdio: "ignore" });
    const key = readFileSync(file("key.txt"), "utf8");
    const to = /age1[a-z0-9]+/.exec(key)?.[0] ?? "";
    for (const size of [0, 65_536, 300_001]) {
      const bytes = randomBytes(size);
      writeFileSync(file("ours.age"), await encrypt(bytes, [to]));
      const opened = execFileSync("age", ["-d", "-i", file("key.txt"), file("ours.age")]);
      expect(opened.equals(bytes)).toBe(true);
      writeFileSync(file("plain"), bytes);
      execFileSync("age", ["-r", to, "-o", file("theirs.age"), file("plain")]);
      expect((await decrypt(readFileSync(file("theirs.age")), identitiesIn(key))).equals(bytes)).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a file that arrives in one large block is opened, without looking for other files' headers in it", async () => {
  const content = Buffer.alloc(300_000, "a photo ");
  const sealed = await all(encryptForAge(one(content), [recipient]));
  expect((await all(decryptAge(one(sealed), [identity]))).equals(content)).toBe(true);
  const late = Buffer.concat([Buffer.alloc(100_000), sealed]);
  await expect(all(decryptAge(one(late), [identity]))).rejects.toThrow("not encrypted with age");
});

test("a passphrase opens what was encrypted with it, and no other does", async () => {
  const sealed = await encryptWithPassphrase("AGE-SECRET-KEY-1", "three blue boats at dawn");
  expect(sealed.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
  expect(await decryptWithPassphrase(sealed, "three blue boats at dawn")).toBe("AGE-SECRET-KEY-1");
  await expect(decryptWithPassphrase(sealed, "three blue boats at dusk")).rejects.toThrow("doesn't open");
  await expect(decryptWithPassphrase(await encrypt(Buffer.from("x")), "x")).rejects.toThrow("doesn't open");
});

test("files that the library encrypts with a passphrase are opened here, and vice versa", async () => {
  const passphrase = "three blue boats at dawn";
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  // At age's work factor, the library takes seconds.
  encrypter.setScryptWorkFactor(10);
  expect(await decryptWithPassphrase(await encrypter.encrypt("hush"), passphrase)).toBe("hush");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  expect(await decrypter.decrypt(await encryptWithPassphrase("hush", passphrase), "text")).toBe("hush");
});

test("the public key belongs to the private one", async () => {
  const pair = await newKeyPair();
  expect(await recipientOf(pair.identity)).toBe(pair.recipient);
  await expect(recipientOf("AGE-SECRET-KEY-1WRONG")).rejects.toThrow("no private key");
});
