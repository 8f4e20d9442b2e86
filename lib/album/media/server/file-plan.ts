import type { MediaFile } from "@/lib/album/media/server/file-service";
import { attachment, inertFileHeaders } from "@/lib/http/private-headers";
import type { ByteRange } from "@/lib/platform/storage/storage-driver";

export interface FilePlan {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  /** What to send; null for no body. */
  range: ByteRange | null;
}

/** One byte range of RFC 9110; undefined: none requested, or one to ignore; null: not satisfiable. */
function parseRange(header: string | null, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  if (match[1] === "") {
    const suffix = Number(match[2]);
    return suffix === 0 || size === 0 ? null : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== "" && Number(match[2]) < start) return undefined;
  return start >= size ? null : { start, end };
}

/**
 * The only place that decides on status and headers of a private file: conditional and range requests, private caching
 * that revalidates every time, and nothing a browser could execute.
 */
export function planFile(
  file: MediaFile,
  size: number,
  requestHeader: (name: string) => string | null | undefined,
): FilePlan {
  const headers: Record<string, string> = {
    "Cache-Control": "private, no-cache",
    ETag: file.etag,
    Vary: "Cookie",
    "Accept-Ranges": "bytes",
    ...inertFileHeaders,
  };
  const known = requestHeader("if-none-match");
  if (known?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === file.etag)) {
    return { status: 304, headers, range: null };
  }
  headers["Content-Type"] = file.contentType;
  if (file.downloadName !== undefined) headers["Content-Disposition"] = attachment(file.downloadName);

  const ifRange = requestHeader("if-range");
  const rangeHeader = ifRange && ifRange !== file.etag ? null : (requestHeader("range") ?? null);
  const range = parseRange(rangeHeader, size);
  if (range === null) {
    headers["Content-Range"] = `bytes */${size}`;
    return { status: 416, headers, range: null };
  }
  if (range) {
    headers["Content-Range"] = `bytes ${range.start}-${range.end}/${size}`;
    headers["Content-Length"] = String(range.end - range.start + 1);
    return { status: 206, headers, range };
  }
  headers["Content-Length"] = String(size);
  return { status: 200, headers, range: size === 0 ? null : { start: 0, end: size - 1 } };
}
