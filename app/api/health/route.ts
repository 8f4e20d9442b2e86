import { z } from "zod";
import { appVersion } from "@/lib/app-version";
import { Reply, route } from "@/lib/http/route";
import { isDatabaseReachable } from "@/lib/operations/system/server/service";

export const GET = route({
  summary: "Whether the server is up and can reach its database: 200 or 503.",
  access: "public",
  worksInMaintenance: true,
  answer: z.object({ status: z.enum(["ok", "unavailable"]), version: z.string() }),
  handler: async () => {
    const isUp = await isDatabaseReachable();
    const status = isUp ? ("ok" as const) : ("unavailable" as const);
    return new Reply({ status, version: appVersion }, { status: isUp ? 200 : 503 });
  },
});
