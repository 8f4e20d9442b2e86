import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

const prefix = "/_next/static/";

/**
 * Answers the build's own files from their compressed copies (ops/lib/compress-assets). Their names change with their
 * content, so they are cached permanently.
 * @param earlierFolder of the previous build, for files this one doesn't have
 * @returns false for anything else, and for a browser without brotli: both are Next's
 */
export function staticAssets(folder: string, earlierFolder?: string) {
  const folders = earlierFolder && existsSync(earlierFolder) ? [folder, earlierFolder] : [folder];
  const serving = folders.map((one) =>
    sirv(one, { brotli: true, etag: true, immutable: true, maxAge: 31_536_000 }),
  );
  return (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const url = request.url ?? "";
    const accepts = String(request.headers["accept-encoding"] ?? "");
    if (!url.startsWith(prefix) || !/\bbr\b/.test(accepts)) return Promise.resolve(false);
    request.url = url.slice(prefix.length - 1);
    return new Promise((resolve) => {
      response.once("close", () => resolve(true));
      const ask = (place: number): void => {
        const serve = serving[place];
        if (serve) {
          serve(request, response, () => ask(place + 1));
          return;
        }
        request.url = url;
        resolve(false);
      };
      ask(0);
    });
  };
}
