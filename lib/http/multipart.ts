import { badInput, tooLarge } from "@/lib/http/errors";
import { free } from "@/lib/platform/files/blocks";

/** A part of a form. */
export interface FormPart {
  name: string;
  /** Without folders; undefined for a field that isn't a file. */
  fileName: string | undefined;
  mimeType: string;
  /** In order of arrival, each valid until the next. Anything unread when the next part is requested is skipped. */
  bytes: AsyncIterable<Uint8Array>;
}

const maxHeaderBytes = 16 * 1024;
const maxFieldBytes = 64 * 1024;
const maxParts = 25;
const lineBreak = Buffer.from("\r\n");
const headerEnd = Buffer.from("\r\n\r\n");
const lastDashes = Buffer.from("--");
const returnCode = 0x0d;
const nothing = Buffer.alloc(0);

const malformedForm = () => badInput("body", "The request is not valid multipart/form-data.");

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Where in the last bytes a delimiter whose end hasn't arrived may begin; the length if none can. */
function startOfPartial(bytes: Buffer, delimiter: Buffer): number {
  const from = Math.max(0, bytes.length - delimiter.length + 1);
  for (let at = bytes.indexOf(returnCode, from); at !== -1; at = bytes.indexOf(returnCode, at + 1)) {
    if (bytes.subarray(at).equals(delimiter.subarray(0, bytes.length - at))) return at;
  }
  return bytes.length;
}

/** Reads a stream up to delimiters, each of which begins with its only carriage return. */
class DelimitedReader {
  #held: Buffer;
  /** The reader's own memory, of which `#held` is a part if something was held back. */
  #joined = nothing;
  readonly #pieces: AsyncIterator<Uint8Array>;

  /** @param before read as if it preceded the source */
  constructor(source: AsyncIterable<Uint8Array>, before: string) {
    this.#held = Buffer.from(before);
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** @throws AppError 400 at the end of the source */
  async #more(): Promise<void> {
    // Little is ever held, only the possible start of a delimiter; it is copied because its piece may be freed now.
    const held = Buffer.from(this.#held);
    free(this.#joined);
    const next = await this.#pieces.next();
    if (next.done) throw malformedForm();
    const piece = asBuffer(next.value);
    this.#joined = held.length === 0 ? nothing : Buffer.concat([held, piece]);
    this.#held = held.length === 0 ? piece : this.#joined;
  }

  /** Yields the bytes up to the delimiter and skips it; the search itself is as fast as memory. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#held.indexOf(delimiter);
      const stop = end === -1 ? startOfPartial(this.#held, delimiter) : end;
      const found = this.#held.subarray(0, stop);
      this.#held = this.#held.subarray(end === -1 ? stop : end + delimiter.length);
      if (found.length > 0) yield found;
      if (end !== -1) return;
      await this.#more();
    }
  }

  /** Whether these are the next bytes, without consuming them. */
  async startsWith(bytes: Buffer): Promise<boolean> {
    while (this.#held.length < bytes.length) await this.#more();
    return this.#held.subarray(0, bytes.length).equals(bytes);
  }

  async drain(): Promise<void> {
    free(this.#joined);
    while (!(await this.#pieces.next()).done);
  }
}

async function collect(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooMuch: () => Error,
): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooMuch();
    all.push(Buffer.from(piece));
  }
  return Buffer.concat(all);
}

const token = "[\\w!#$%&'*+.^`|~-]+";
const headerLine = new RegExp(`^(${token}):[ \\t]*([\\t\\x20-\\x7e\\x80-\\uffff]*)$`);
const parameter = new RegExp(`[ \\t]*;[ \\t]*(${token})=(?:"((?:\\\\.|[^"\\\\])*)"|(${token}))`, "gy");
const plainType = new RegExp(`^(${token}/${token})[ \\t]*(?:;|$)`);
const extendedValue = /^utf-8'[^']*'(.*)$/i;

/** @throws AppError 400 */
function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  // The text begins with the line break after the boundary. A line that begins with a space continues the one before.
  const [, ...lines] = text.replace(/\r\n(?=[ \t])/g, "").split("\r\n");
  if (lines.length === 0) throw malformedForm();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw malformedForm();
    if (!headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value);
  }
  return headers;
}

/** The parameters of `Content-Disposition: form-data`; null for another kind of part, or an invalid header. */
function dispositionOf(header: string | undefined): Map<string, string> | null {
  const rest = /^form-data(?=[ \t;]|$)/i.exec(header ?? "") ? (header ?? "").slice("form-data".length) : null;
  if (rest === null) return null;
  const found = new Map<string, string>();
  parameter.lastIndex = 0;
  let end = 0;
  for (let match = parameter.exec(rest); match; match = parameter.exec(rest)) {
    const [, name = "", quoted, plain = ""] = match;
    // Browsers write a quotation mark as %22 and leave a backslash as it is; others escape both.
    const value = quoted?.replace(/\\(["\\])/g, "$1") ?? plain;
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
    end = parameter.lastIndex;
  }
  return rest.slice(end).trim() === "" ? found : null;
}

function fileNameIn(disposition: Map<string, string>): string | undefined {
  const extended = extendedValue.exec(disposition.get("filename*") ?? "")?.[1];
  let name = disposition.get("filename");
  try {
    if (extended !== undefined) name = decodeURIComponent(extended);
  } catch {
    // The plain name, if there is one.
  }
  if (!name) return undefined;
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return last === "." || last === ".." ? "" : last;
}

/** The boundary between a form's parts; undefined if a request isn't a form. */
export function boundaryOf(request: Request): string | undefined {
  const type = request.headers.get("content-type") ?? "";
  const found = /^multipart\/form-data\b.*\bboundary=(?:"([^"]+)"|([^\s";]+))/i.exec(type);
  return found?.[1] ?? found?.[2];
}

/**
 * Reads a form's parts as they arrive. Unlike in form parsers written in JavaScript, a file's bytes are neither copied
 * nor examined one by one; anything before the first boundary and after the last is ignored.
 * @throws AppError 400 if the form is malformed or ends early
 */
export async function* readForm(
  source: AsyncIterable<Uint8Array>,
  boundary: string | undefined,
): AsyncGenerator<FormPart> {
  if (boundary === undefined) throw malformedForm();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first boundary may have no line break before it.
  const reader = new DelimitedReader(source, "\r\n");
  let bytes = reader.until(delimiter);
  for (let parts = 0; ; parts++) {
    for await (const _ of bytes);
    if (await reader.startsWith(lastDashes)) return reader.drain();
    if (parts === maxParts) throw malformedForm();
    // It only begins like a boundary.
    if (!(await reader.startsWith(lineBreak))) {
      bytes = reader.until(delimiter);
      continue;
    }
    const header = await collect(reader.until(headerEnd), maxHeaderBytes, malformedForm);
    const headers = headersOf(header.toString());
    // The line break of the blank line would belong to both.
    if (await reader.startsWith(delimiter.subarray(lineBreak.length))) throw malformedForm();
    const disposition = dispositionOf(headers.get("content-disposition"));
    const name = disposition?.get("name");
    bytes = reader.until(delimiter);
    if (!disposition || !name) continue;
    const mimeType = plainType.exec(headers.get("content-type") ?? "")?.[1]?.toLowerCase() ?? "text/plain";
    yield { name, fileName: fileNameIn(disposition), mimeType, bytes };
  }
}

/** Whether a part is a file, rather than the text of a field. */
export const isFile = ({ fileName, mimeType }: FormPart) =>
  fileName !== undefined || mimeType === "application/octet-stream";

/** A field's text. @throws AppError 413 */
export async function readField({ bytes }: FormPart): Promise<string> {
  const text = await collect(bytes, maxFieldBytes, () => tooLarge("The request's fields are too long."));
  return text.toString();
}
