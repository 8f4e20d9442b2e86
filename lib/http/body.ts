import { AppError, badInput, tooLarge } from "@/lib/http/errors";

/** Largest JSON body of a call that declares no other limit. */
export const defaultMaxBodyBytes = 256 * 1024;

const unsupportedType = () =>
  new AppError("unsupported_content_type", 415, "Please send this request as application/json.");

const brokenOff = () => new AppError("incomplete_body", 400, "The upload was interrupted. Please try again.");

export function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Refuses content types that a cross-site form could send, even if a call takes no body. */
export function refuseFormContentTypes(request: Request): void {
  const type = mediaTypeOf(request);
  if (type !== "" && type !== "application/json") throw unsupportedType();
}

/**
 * The body's bytes as they stream, counted: one byte over the limit ends the request with 413. Nothing is silently
 * truncated. A piece may be freed when the next is requested.
 */
export function countedBody(
  request: Request,
  maxBytes: number,
  message = `The request is larger than the ${Math.floor(maxBytes / 1024)} KB allowed here.`,
): AsyncGenerator<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  // At once, rather than when the first byte is requested: by then, other checks may have found something else.
  if (announced > maxBytes) throw tooLarge(message);
  return counted(request, { announced, maxBytes, message });
}

async function* counted(
  request: Request,
  { announced, maxBytes, message }: { announced: number; maxBytes: number; message: string },
): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  let received = 0;
  try {
    for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
      received += piece.byteLength;
      if (received > maxBytes) throw tooLarge(message);
      yield piece;
    }
  } catch (error) {
    // Anything else is the connection's fault: the sender is gone.
    throw error instanceof AppError ? error : brokenOff();
  }
  if (announced && received < announced) throw brokenOff();
}

const notJson = () => badInput("body", "The request is not valid JSON.");

/** A JSON body verbatim, for a signature over it. @throws AppError 415, 413, or 400 for invalid UTF-8 */
export async function readJsonText(request: Request, maxBytes = defaultMaxBodyBytes): Promise<string> {
  if (mediaTypeOf(request) !== "application/json") throw unsupportedType();
  const pieces: Uint8Array[] = [];
  for await (const piece of countedBody(request, maxBytes)) pieces.push(Buffer.from(piece));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
  } catch {
    throw notJson();
  }
}

/** @throws AppError 415, 413 or 400 */
export async function readJson(request: Request, maxBytes = defaultMaxBodyBytes): Promise<unknown> {
  const text = await readJsonText(request, maxBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

/** As readJson; {} if the request has neither a body nor a type. @throws AppError 415, 413 or 400 */
export async function readOptionalJson(request: Request, maxBytes = defaultMaxBodyBytes): Promise<unknown> {
  if (mediaTypeOf(request) !== "") return readJson(request, maxBytes);
  for await (const piece of countedBody(request, maxBytes)) if (piece.byteLength > 0) throw unsupportedType();
  return {};
}
