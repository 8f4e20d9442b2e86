import { z } from "zod";
import { ending } from "@/lib/http/ending";
import { Reply, route } from "@/lib/http/route";
import { checkReadiness } from "@/lib/operations/system/server/service";

export const GET = route({
  summary:
    "Whether database, storage and queue are reachable: 200, or 503; 503 also once the server is ending.",
  access: "public",
  worksInMaintenance: true,
  answer: z.object({ database: z.boolean(), storage: z.boolean(), queue: z.boolean() }),
  handler: async () => {
    const ready = await checkReadiness();
    const isReady = !ending.hasBegun && ready.database && ready.storage && ready.queue;
    return new Reply(ready, isReady ? {} : { status: 503, headers: { "Retry-After": "5" } });
  },
});
