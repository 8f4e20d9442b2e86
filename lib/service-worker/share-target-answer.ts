import { shareTargetParameter } from "@/lib/service-worker/cache-names";

/** Redirects home without the files, which were not read. */
export function sharedFilesLost(): Response {
  const headers = { Location: `/?${shareTargetParameter}=lost`, "Cache-Control": "no-store" };
  return new Response(null, { status: 303, headers });
}
