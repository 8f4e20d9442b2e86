import { randomInt } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { extractText, getDocumentProxy } from "unpdf";
import { unzip } from "@/tests/support/zip-files";

const letters = "abcdefghijklmnopqrstuvwxyz";
const mark = "zq";
const marked = /zq[a-z]{12}/g;

/** A word that appears nowhere else: 12 random letters after a mark. Lower case, so it works in names and hashtags. */
export function newWord(): string {
  return mark + Array.from({ length: 12 }, () => letters[randomInt(26)]).join("");
}

/** How deep something may be wrapped: a gzip of a ZIP of JSON of base64. */
const maxDepth = 5;

const startsWith = (bytes: Buffer, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** @returns null for what only looks compressed */
function unpacked(bytes: Buffer, unpack: (bytes: Buffer) => Buffer): Buffer | null {
  try {
    return unpack(bytes);
  } catch {
    return null;
  }
}

/** Decompressed bytes, whatever type they claim: each of these fails at once on anything else. */
function decompressed(bytes: Buffer, encoding: string | null): Buffer | null {
  if (startsWith(bytes, 0x1f, 0x8b)) return unpacked(bytes, gunzipSync);
  if (startsWith(bytes, 0x78)) return unpacked(bytes, inflateSync);
  if (encoding === "br") return unpacked(bytes, brotliDecompressSync);
  if (encoding === "deflate") return unpacked(bytes, inflateRawSync);
  return null;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const fromCode = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : "");

/** The same text with every kind of escape undone: JSON's, HTML's, an address's, a mail's. */
function unescaped(text: string): string {
  return text
    .replace(/=\r?\n/g, "")
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => fromCode(Number.parseInt(code, 16)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => fromCode(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => fromCode(Number(code)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "")
    .replace(/[%=]([0-9a-f]{2})/gi, (_, code: string) => fromCode(Number.parseInt(code, 16)));
}

const base64Runs = /[A-Za-z0-9+/_-]{12,}/g;
const hexRuns = /(?:[0-9a-f]{2}){8,}/gi;

/** Bytes encoded as text within a text. */
function* decodedParts(text: string): Generator<Buffer> {
  for (const [run] of text.matchAll(base64Runs)) {
    yield Buffer.from(run, "base64");
    // In an address the slashes are not part of the run.
    if (run.includes("/")) for (const part of run.split("/")) yield Buffer.from(part, "base64");
  }
  for (const [run] of text.matchAll(hexRuns)) yield Buffer.from(run, "hex");
}

/** Most decoded runs are ids and noise: only what is compressed, a file or text is examined further. */
function isPromising(part: Buffer): boolean {
  const isFile =
    startsWith(part, 0x1f, 0x8b) ||
    startsWith(part, 0x78) ||
    /^(PK|%PDF)/.test(part.toString("latin1", 0, 4));
  return isFile || part.subarray(0, 24).every((byte) => byte < 0x7f) || part.includes(mark);
}

async function* pdfTexts(bytes: Buffer): AsyncGenerator<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  yield text;
  yield JSON.stringify(await pdf.getMetadata());
}

/** Every way to read these bytes as text. */
async function* readings(bytes: Buffer, encoding: string | null, depth: number): AsyncGenerator<string> {
  if (depth > maxDepth || bytes.length === 0) return;
  const smaller = decompressed(bytes, encoding);
  if (smaller) yield* readings(smaller, null, depth + 1);
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) {
    for (const [name, content] of await unzip(bytes)) {
      yield name;
      yield* readings(content, null, depth + 1);
    }
    return;
  }
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") yield* pdfTexts(bytes);
  const text = bytes.toString("utf8");
  yield text;
  // UTF-16 of ASCII, in either byte order.
  if (bytes.includes(0)) yield text.replaceAll("\0", "");
  const plain = unescaped(text);
  if (plain !== text) yield plain;
  for (const part of decodedParts(plain)) if (isPromising(part)) yield* readings(part, null, depth + 1);
}

/** Looks for planted words in whatever leaves the server. */
export class WordFinder {
  readonly #words: ReadonlySet<string>;
  /** Words without the mark: numbers, dates, addresses, ids. */
  readonly #odd: string[];

  constructor(words: Iterable<string>) {
    this.#words = new Set([...words].map((word) => word.toLowerCase()));
    this.#odd = [...this.#words].filter((word) => !new RegExp(`^${marked.source}$`).test(word));
  }

  /** The words in these bytes, in lower case. @param encoding the answer's Content-Encoding */
  async find(bytes: Buffer | string, encoding: string | null = null): Promise<Set<string>> {
    const found = new Set<string>();
    for await (const reading of readings(Buffer.from(bytes), encoding, 0)) {
      const text = reading.toLowerCase();
      for (const [word] of text.matchAll(marked)) if (this.#words.has(word)) found.add(word);
      for (const word of this.#odd) if (text.includes(word)) found.add(word);
    }
    return found;
  }
}
