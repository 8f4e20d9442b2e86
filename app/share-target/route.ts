import { route } from "@/lib/http/route";
import { sharedFilesLost } from "@/lib/service-worker/share-target-answer";

export const POST = route({
  summary:
    "Where a phone's gallery shares to while the service worker is missing: redirects to home, which explains it.",
  access: "public",
  // The service worker takes the files; here they are not even read.
  bodyMode: "stream",
  answer: "file",
  handler: async () => sharedFilesLost(),
});
