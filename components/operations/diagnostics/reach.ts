/** The result of requesting a file. */
export interface Reach {
  url: string;
  status: number;
  ms: number;
  bytes: number;
  etag: string | null;
  /** Requested again with its ETag, the server answers 304 and sends nothing. */
  isRevalidated: boolean;
  /** For a clip: its first part was sent on its own, as seeking requires. */
  hasRanges: boolean | null;
}

async function asked(url: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { headers, cache: "no-store", credentials: "include" });
}

/** Fetches a file bypassing the browser's cache, then asks whether it has changed. @throws TypeError when offline */
export async function reach(url: string, { isClip = false } = {}): Promise<Reach> {
  const began = performance.now();
  // A clip would be sent in full: its first kilobyte is enough.
  const first = await asked(url, isClip ? { Range: "bytes=0-1023" } : {});
  const bytes = (await first.arrayBuffer()).byteLength;
  const ms = Math.round(performance.now() - began);
  const etag = first.headers.get("etag");
  const again = first.ok && etag ? await asked(url, { "If-None-Match": etag }) : null;
  await again?.body?.cancel();
  return {
    url,
    status: first.status,
    ms,
    bytes,
    etag,
    isRevalidated: again?.status === 304,
    hasRanges: isClip ? first.status === 206 && first.headers.get("content-range") !== null : null,
  };
}

/** The median of these numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
