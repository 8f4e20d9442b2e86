import { route } from "@/lib/http/route";
import { getMetrics, requireMetricsKey } from "@/lib/operations/system/server/metrics-service";

export const GET = route({
  summary: "Metrics for Prometheus, with an API key of the scope reports:read as bearer token.",
  access: "signed",
  worksInMaintenance: true,
  answer: "file",
  handler: async ({ request }) => {
    await requireMetricsKey(request);
    const { text, contentType } = await getMetrics();
    return new Response(text, {
      headers: { "Content-Type": contentType, "Cache-Control": "private, no-store" },
    });
  },
});
