import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  scrypt,
} from "node:crypto";
import { Decrypter, Encrypter, generateIdentity, identityToRecipient, Stanza } from "age-encryption";
import { Blocks } from "@/lib/platform/files/blocks";

// The library makes and opens each file's header, where the keys are. The file itself is encrypted here: the library's
// own JavaScript takes 36 times as long, half a day for an album of a terabyte (age-encryption.org/v1, "Payload").

const cipher = "chacha20-poly1305";
const chunkBytes = 65_536;
/** Read, or written, at once. */
const chunksAtOnce = 16;
const tagBytes = 16;
const nonceBytes = 16;
const keyBytes = 32;
const maxHeaderBytes = 65_536;
const endOfHeader = /^--- [A-Za-z0-9+/]+\n/m;

/** Not in age's format, damaged, cut off, or for another key. */
export class AgeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AgeError";
  }
}

const payloadKey = (fileKey: Uint8Array, nonce: Uint8Array) =>
  createSecretKey(Buffer.from(hkdfSync("sha256", fileKey, nonce, "payload", keyBytes)));

/** A chunk's number, and whether it is the last. */
function chunkNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** @returns the encrypted chunk and its tag */
function encryptChunk(key: KeyObject, chunk: Buffer, index: number, isLast: boolean): [Buffer, Buffer] {
  const encrypting = createCipheriv(cipher, key, chunkNonce(index, isLast), { authTagLength: tagBytes });
  const encrypted = encrypting.update(chunk);
  // This cipher holds nothing back for the end.
  encrypting.final();
  return [encrypted, encrypting.getAuthTag()];
}

function decryptChunk(key: KeyObject, chunk: Buffer, index: number, isLast: boolean): Buffer {
  const end = chunk.length - tagBytes;
  // An empty chunk is allowed only as the one chunk of an empty file.
  if (end < 0 || (end === 0 && index > 0)) throw new AgeError("The file is cut off");
  const decrypting = createDecipheriv(cipher, key, chunkNonce(index, isLast), { authTagLength: tagBytes });
  decrypting.setAuthTag(chunk.subarray(end));
  try {
    const decrypted = decrypting.update(chunk.subarray(0, end));
    decrypting.final();
    return decrypted;
  } catch (error) {
    throw new AgeError("The file is damaged or cut off", { cause: error });
  }
}

interface Block {
  bytes: Buffer;
  isLast: boolean;
}

/** Blocks of `size` bytes; only the last may be shorter, or a single one empty. */
async function* cut(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Block> {
  const blocks = new Blocks(size);
  // One is held back: only the end shows whether it is the last.
  let waiting: Buffer | null = null;
  try {
    for await (const block of blocks.gather(source)) {
      if (waiting) yield { bytes: waiting, isLast: false };
      waiting = block;
    }
    yield { bytes: waiting ?? Buffer.alloc(0), isLast: true };
  } finally {
    blocks.free();
  }
}

interface Chunk {
  chunk: Buffer;
  /** Its position among the file's chunks. */
  index: number;
  isLast: boolean;
}

/** A file's chunks of exactly this many bytes. Each can be used until the next is requested. */
async function* chunksOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Chunk> {
  let index = 0;
  for await (const { bytes, isLast } of cut(source, size * chunksAtOnce)) {
    for (let at = 0; at === 0 || at < bytes.length; at += size) {
      const end = at + size;
      yield { chunk: bytes.subarray(at, end), index: index++, isLast: isLast && end >= bytes.length };
    }
  }
}

async function newHeader(recipients: readonly string[]): Promise<{ header: Buffer; fileKey: Uint8Array }> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  let fileKey = new Uint8Array();
  // It receives the key, and adds nothing to the header.
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = Uint8Array.from(key);
      return [];
    },
  });
  const empty = Buffer.from(await encrypter.encrypt(new Uint8Array()));
  return { header: empty.subarray(0, empty.length - nonceBytes - tagBytes), fileKey };
}

/** @throws AgeError if it isn't a public key */
export function requireRecipient(recipient: string): void {
  try {
    new Encrypter().addRecipient(recipient);
  } catch (error) {
    throw new AgeError(`${recipient} is not a public key of age, which begins with age1`, { cause: error });
  }
}

/**
 * Encrypts bytes as `age` does.
 * @param recipients public keys (`age1...`): each one's owner can open it
 */
export async function* encryptForAge(
  source: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Buffer> {
  const { header, fileKey } = await newHeader(recipients);
  const nonce = randomBytes(nonceBytes);
  const key = payloadKey(fileKey, nonce);
  yield header;
  yield nonce;
  for await (const { chunk, index, isLast } of chunksOf(source, chunkBytes)) {
    yield* encryptChunk(key, chunk, index, isLast);
  }
}

/** How many bytes `encryptForAge` produces for a given size. */
export async function encryptedBytes(recipients: readonly string[]): Promise<(bytes: number) => number> {
  const { header } = await newHeader(recipients);
  return (bytes) =>
    header.length + nonceBytes + bytes + tagBytes * Math.max(1, Math.ceil(bytes / chunkBytes));
}

/** Separates the header from what follows. */
async function readHeader(source: AsyncIterator<Uint8Array>): Promise<{ header: Buffer; rest: Buffer }> {
  let read = Buffer.alloc(0);
  for (;;) {
    // The first block may be longer than any header.
    const end = endOfHeader.exec(read.toString("latin1", 0, maxHeaderBytes));
    if (end) {
      const length = end.index + end[0].length;
      if (read.length >= length + nonceBytes) {
        return { header: read.subarray(0, length), rest: read.subarray(length) };
      }
    }
    if (read.length >= maxHeaderBytes + nonceBytes) break;
    const { value, done } = await source.next();
    if (done) break;
    read = Buffer.concat([read, value]);
  }
  throw new AgeError("The file is not encrypted with age, or is cut off");
}

async function* after(first: Buffer, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

/**
 * Decrypts what `age` or `encryptForAge` encrypted.
 * @param identities private keys (`AGE-SECRET-KEY-1...`), one of which has to fit
 * @throws AgeError, even after some bytes: the content is complete only if it ends without one
 */
export async function* decryptAge(
  source: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Buffer> {
  const blocks = source[Symbol.asyncIterator]();
  const { header, rest } = await readHeader(blocks);
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const fileKey = await decrypter.decryptHeader(header).catch((error: unknown) => {
    throw new AgeError("The key doesn't open this file", { cause: error });
  });
  const key = payloadKey(fileKey, rest.subarray(0, nonceBytes));
  const payload = after(rest.subarray(nonceBytes), blocks);
  for await (const { chunk, index, isLast } of chunksOf(payload, chunkBytes + tagBytes)) {
    yield decryptChunk(key, chunk, index, isLast);
  }
}

/** The private keys in a file written by `age-keygen`. @throws AgeError when it has none */
export function identitiesIn(text: string): string[] {
  const found = text.match(/^AGE-SECRET-KEY-[A-Z0-9-]+$/gm);
  if (!found) throw new AgeError("There is no private key in it, which begins with AGE-SECRET-KEY-");
  return found;
}

/** A new pair of keys. @returns the private key (`AGE-SECRET-KEY-1...`) and the public one (`age1...`) */
export async function newKeyPair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The public key of a private one. @throws AgeError */
export async function recipientOf(identity: string): Promise<string> {
  return identityToRecipient(identity).catch((error: unknown) => {
    throw new AgeError("It is no private key of age", { cause: error });
  });
}

const scryptName = "scrypt";
const scryptSaltBytes = 16;
/** A second and 256 MB for every guess, as in age. */
const scryptWork = 18;
const fileKeyBytes = 16;

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

/** Off the main thread, which the library would block for seconds. */
function passphraseKey(passphrase: string, salt: Uint8Array, work: number): Promise<KeyObject> {
  const [N, r] = [2 ** work, 8];
  const salted = Buffer.concat([Buffer.from("age-encryption.org/v1/scrypt"), salt]);
  return new Promise((resolve, reject) =>
    scrypt(passphrase, salted, keyBytes, { N, r, p: 1, maxmem: 2 * 128 * N * r }, (error, key) =>
      error ? reject(error) : resolve(createSecretKey(key)),
    ),
  );
}

/** Encrypts a few bytes with a passphrase, as `age -p` does. */
export async function encryptWithPassphrase(content: string, passphrase: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient({
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(scryptSaltBytes);
      const key = await passphraseKey(passphrase, salt, scryptWork);
      const wrapped = Buffer.concat(encryptChunk(key, Buffer.from(fileKey), 0, false));
      return [new Stanza([scryptName, unpadded(salt), String(scryptWork)], wrapped)];
    },
  });
  return Buffer.from(await encrypter.encrypt(content));
}

/** @throws AgeError if the passphrase is wrong */
export async function decryptWithPassphrase(content: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addIdentity({
    unwrapFileKey: async (stanzas) => {
      const [name, salt = "", work = ""] = stanzas[0]?.args ?? [];
      const body = stanzas[0]?.body ?? Buffer.alloc(0);
      const isOurs = stanzas.length === 1 && name === scryptName && body.length === fileKeyBytes + tagBytes;
      // A file from elsewhere must not be able to request all the memory.
      if (!isOurs || !/^[1-9]\d?$/.test(work) || Number(work) > scryptWork + 2) return null;
      const key = await passphraseKey(passphrase, Buffer.from(salt, "base64"), Number(work));
      try {
        return decryptChunk(key, Buffer.from(body), 0, false);
      } catch {
        return null;
      }
    },
  });
  return decrypter.decrypt(content, "text").catch((error: unknown) => {
    throw new AgeError("The passphrase doesn't open this file", { cause: error });
  });
}
