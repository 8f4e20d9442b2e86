import { z } from "zod";
import { ending } from "@/lib/http/ending";
import { Reply, route } from "@/lib/http/route";
import { checkReadiness } from "@/lib/operations/system/server/service";

/**
 * Proxies and orchestrators ask about the server alone. All servers share one database and one bucket: if those
 * counted, a moment's outage would take every server out, and visitors would get the proxy's blank 503 rather than what
 * still works.
 */
const query = z.object({ only: z.literal("server").optional() });

export const GET = route({
  summary:
    "Whether database, storage and queue are reachable: 200, or 503; 503 also once the server is ending. With only=server, only the latter is checked.",
  access: "public",
  worksInMaintenance: true,
  query,
  answer: z.object({
    server: z.boolean(),
    database: z.boolean().optional(),
    storage: z.boolean().optional(),
    queue: z.boolean().optional(),
  }),
  handler: async ({ query: { only } }) => {
    const ready = { server: !ending.hasBegun, ...(only === "server" ? {} : await checkReadiness()) };
    const isReady = Object.values(ready).every(Boolean);
    return new Reply(ready, isReady ? {} : { status: 503, headers: { "Retry-After": "5" } });
  },
});
