import { readFile } from "node:fs/promises";
import path from "node:path";
import { unavailable } from "@/lib/http/errors";

let script: Promise<Buffer> | null = null;

/**
 * The worker that the build bundled (ops/lib/service-worker).
 * @throws AppError 503 while there is none: the browser keeps the one it has
 */
export async function serviceWorkerResponse(): Promise<Response> {
  script ??= readFile(path.join(process.cwd(), ".build", "sw.js"));
  let bytes: Buffer;
  try {
    bytes = await script;
  } catch (cause) {
    script = null;
    throw Object.assign(unavailable("not_built", "The service worker has not been built yet."), { cause });
  }
  const headers = {
    "Content-Type": "text/javascript; charset=utf-8",
    "Service-Worker-Allowed": "/",
    // The browser revalidates it at every update check.
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(new Uint8Array(bytes), { headers });
}
