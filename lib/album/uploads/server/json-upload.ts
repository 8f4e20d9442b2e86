import { badInput, tooLarge } from "@/lib/http/errors";
import { free } from "@/lib/platform/files/blocks";

/** The maximum size of the body apart from the file itself. */
const maxFieldsBytes = 64 * 1024;
/** The decoded size of a piece of a body, as Node reads it from a socket. */
const usualBytes = 48 * 1024;
const quote = 0x22;
const backslash = 0x5c;

/** Bytes pulled from a stream, a piece at a time. */
class ByteReader {
  piece: Buffer = Buffer.alloc(0);
  at = 0;
  readonly #pieces: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Makes sure that a byte is available; false at the end. */
  async more(): Promise<boolean> {
    while (this.at >= this.piece.length) {
      const next = await this.#pieces.next();
      if (next.done) return false;
      this.piece = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
      this.at = 0;
    }
    return true;
  }
}

const notBase64 = (field: string) => badInput(field, "The file's data is not valid base64.");

const wholeEscape = /\\(?:u([0-9a-fA-F]{4})|([^u]))/g;
/** An escape whose end is in the next piece. */
const openEscape = /(?<!\\)(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)$/;

/**
 * The characters of a JSON string up to its closing quote. Encoders write base64's `/` as `\/` and some its `+` as
 * `\u002B`; every other escape stands for a character that base64 lacks, and is passed on to be rejected.
 */
async function* stringContent(reader: ByteReader, field: string): AsyncGenerator<string> {
  let open = "";
  while (await reader.more()) {
    const { piece, at } = reader;
    const end = piece.indexOf(quote, at);
    const stop = end === -1 ? piece.length : end;
    let text = open + piece.toString("latin1", at, stop);
    open = "";
    reader.at = end === -1 ? piece.length : end + 1;
    if (text.includes("\\")) {
      open = openEscape.exec(text)?.[1] ?? "";
      // An escaped quote, or half an escape before the closing one.
      if (open && end !== -1) throw notBase64(field);
      text = text.slice(0, text.length - open.length).replace(wholeEscape, unescaped);
    }
    if (text) yield text;
    if (end !== -1) return;
  }
  throw badInput(field, "The request is not valid JSON.");
}

function unescaped(_: string, code: string | undefined, character: string | undefined): string {
  if (code) return String.fromCharCode(Number.parseInt(code, 16));
  return character === "/" ? "/" : " ";
}

/**
 * Decodes base64 into the same memory again and again: a buffer for each piece costs as much as decoding it. Characters
 * that are not base64 are rejected, not skipped.
 */
class Base64Decoder {
  #memory = Buffer.allocUnsafeSlow(usualBytes);
  #isPadded = false;
  readonly #field: string;

  constructor(field: string) {
    this.#field = field;
  }

  /** @param text whole groups of four characters, or, without padding, a last one that is shorter */
  decode(text: string): Buffer {
    // Nothing may follow padding.
    if (this.#isPadded) throw notBase64(this.#field);
    const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
    const bytes = Math.floor((text.length * 3) / 4) - padding;
    if (this.#memory.length < bytes) {
      this.free();
      this.#memory = Buffer.allocUnsafeSlow(bytes);
    }
    if (this.#memory.write(text, "base64") !== bytes) throw notBase64(this.#field);
    this.#isPadded = padding > 0;
    return this.#memory.subarray(0, bytes);
  }

  /** Frees the memory. The decoded bytes must not be used afterwards. */
  free(): void {
    free(this.#memory);
  }
}

/** Where base64 begins in text that may be a data URL; null when more of it is needed to tell. */
function startOfBase64(text: string, field: string): number | null {
  if (text.length < 5 && "data:".startsWith(text)) return null;
  if (!text.startsWith("data:")) return 0;
  const comma = text.indexOf(",");
  if (comma === -1) {
    if (text.length > 300) throw notBase64(field);
    return null;
  }
  if (!text.slice(0, comma).endsWith(";base64")) throw notBase64(field);
  return comma + 1;
}

/** Decodes base64, or a data URL's base64, as it streams. */
async function* decodeBase64(content: AsyncIterable<string>, field: string): AsyncGenerator<Buffer> {
  const decoder = new Base64Decoder(field);
  let carry = "";
  let isPrefixOver = false;
  for await (let piece of content) {
    if (!isPrefixOver) {
      carry += piece;
      const start = startOfBase64(carry, field);
      if (start === null) continue;
      isPrefixOver = true;
      piece = carry.slice(start);
      carry = "";
    }
    // The remainder is completed separately: joining it to the piece would copy the whole piece.
    const missing = Math.min((4 - carry.length) % 4, piece.length);
    const first = carry + piece.slice(0, missing);
    const wholeEnd = piece.length - ((piece.length - missing) % 4);
    carry = first.length % 4 ? first : piece.slice(wholeEnd);
    // Not in an array: V8 would start to allocate those among its old objects, where each keeps its piece from being
    // collected.
    if (first !== "" && first.length % 4 === 0) yield decoder.decode(first);
    if (wholeEnd > missing) yield decoder.decode(piece.slice(missing, wholeEnd));
  }
  // Base64 may come without its padding; a single remaining character can't be a byte.
  if (carry !== "") {
    if (!isPrefixOver || carry.length === 1 || carry.includes("=")) throw notBase64(field);
    yield decoder.decode(carry);
  }
  decoder.free();
}

/**
 * Reads a JSON object with one big field that holds a file as base64, without keeping the file in memory: that field's
 * bytes go to `consume` as they arrive, wherever in the object the field is; each piece is valid until the next.
 *
 * @returns the other fields as parsed (the file's field is ""), and `consume`'s result; undefined without that field
 * @throws AppError 400 with the field, 413 when the rest is too large
 */
export async function readJsonWithFile<T>(
  source: AsyncIterable<Uint8Array>,
  fileField: string,
  consume: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<{ fields: unknown; file: T | undefined }> {
  const reader = new ByteReader(source);
  const skeleton: number[] = [];
  let file: T | undefined;
  let isFileSeen = false;
  let depth = 0;
  let isInString = false;
  let stringStart = 0;
  let lastString = "";

  while (await reader.more()) {
    const byte = reader.piece[reader.at++] as number;
    skeleton.push(byte);
    if (skeleton.length > maxFieldsBytes) throw tooLarge("The request's fields are too long.");
    if (isInString) {
      if (byte === backslash && (await reader.more())) skeleton.push(reader.piece[reader.at++] as number);
      else if (byte === quote) {
        isInString = false;
        lastString = Buffer.from(skeleton.slice(stringStart, -1)).toString("utf8");
      }
      continue;
    }
    if (byte === quote) {
      const isFileValue = depth === 1 && lastString === fileField && lastSignificant(skeleton) === ":";
      if (isFileValue) {
        if (isFileSeen) throw badInput(fileField, `${fileField} is sent more than once.`);
        isFileSeen = true;
        file = await consume(decodeBase64(stringContent(reader, fileField), fileField));
        skeleton.push(quote);
        lastString = "";
      } else {
        isInString = true;
        stringStart = skeleton.length;
      }
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
    else if (byte === 0x2c) lastString = "";
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(skeleton));
    return { fields: JSON.parse(text), file };
  } catch {
    throw badInput("body", "The request is not valid JSON.");
  }
}

/** The last character before the one just read that isn't white space. */
function lastSignificant(bytes: number[]): string {
  for (let at = bytes.length - 2; at >= 0; at--) {
    const byte = bytes[at] as number;
    if (byte > 0x20) return String.fromCharCode(byte);
  }
  return "";
}
