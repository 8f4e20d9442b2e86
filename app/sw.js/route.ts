import { route } from "@/lib/http/route";
import { serviceWorkerResponse } from "@/lib/service-worker/built-worker";

export const GET = route({
  summary: "The service worker, for every address of the site.",
  access: "public",
  answer: "file",
  handler: () => serviceWorkerResponse(),
});
