import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import { createApiKey } from "@/lib/operations/api-keys/server/service";
import { createPerson } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

async function newApiKey(): Promise<string> {
  const actor = await actorFromCookies((await createPerson({ isSuperAdmin: true })).cookie, false);
  if (!actor) throw new Error("Nobody signed in");
  return (await createApiKey(actor, { name: "Prometheus", scope: "reports:read" })).key;
}

/** Valid requests for the operators' calls. */
export const operationsCalls: Record<string, SampleCall> = {
  "GET /api/admin/maintenance": { request: () => ({ path: "/api/admin/maintenance" }), status: 200 },
  "POST /api/admin/maintenance/{task}": {
    request: () => ({ path: "/api/admin/maintenance/recount-storage" }),
    status: 202,
  },
  "GET /api/metrics": {
    request: async () => ({
      path: "/api/metrics",
      headers: { Authorization: `Bearer ${await newApiKey()}` },
    }),
    status: 200,
  },
};
