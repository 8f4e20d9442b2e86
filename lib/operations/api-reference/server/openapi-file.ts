import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

interface OpenApiFile {
  etag: string;
  plain: Buffer<ArrayBuffer>;
  br: Buffer<ArrayBuffer>;
  gzip: Buffer<ArrayBuffer>;
}

async function makeFile(makeDocument: () => Promise<object>): Promise<OpenApiFile> {
  const plain = Buffer.from(JSON.stringify(await makeDocument()));
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return {
    etag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    plain,
    br: Buffer.from(br),
    gzip: Buffer.from(gzipped),
  };
}

let file: Promise<OpenApiFile> | undefined;

/** The document never changes while the process runs, so it is made and compressed at the first request. */
function knownFile(makeDocument: () => Promise<object>): Promise<OpenApiFile> {
  file ??= makeFile(makeDocument).catch((error: unknown) => {
    file = undefined;
    throw error;
  });
  return file;
}

/** Whether an Accept-Encoding header accepts an encoding: named, with a weight above zero. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(",").some((part) => {
    const [name = "", ...weights] = part.split(";").map((text) => text.trim().toLowerCase());
    return name === encoding && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight));
  });
}

/** The document of all calls, in the client's preferred compression, or 304 if it has it already. */
export async function openApiFile(request: Headers, makeDocument: () => Promise<object>): Promise<Response> {
  const known = await knownFile(makeDocument);
  const headers = new Headers({ "Cache-Control": "no-cache", Vary: "Accept-Encoding", ETag: known.etag });
  const wanted = (request.get("if-none-match") ?? "").split(",").map((etag) => etag.trim());
  if (wanted.includes(known.etag) || wanted.includes("*"))
    return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "application/json");
  headers.set("X-Content-Type-Options", "nosniff");
  const accepted = request.get("accept-encoding") ?? "";
  const encoding = (["br", "gzip"] as const).find((name) => takes(accepted, name));
  if (encoding) headers.set("Content-Encoding", encoding);
  return new Response(known[encoding ?? "plain"], { headers });
}
