import { randomUUID } from "node:crypto";
import { defaultSystemSettings } from "@/lib/core/system-settings/server/defaults";
import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { databasePool, db } from "@/lib/db";
import { createFamily, createPerson, testPassword } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

/** Resets the installation to its state before a super admin changed anything. */
export async function endMaintenanceMode(): Promise<void> {
  await databasePool().query({ name: "end-maintenance-mode", text: 'DELETE FROM "SystemSettings"' });
  forgetSystemSettings();
}

const root = "/api/super-admin";
const get = (path: string): SampleCall => ({ request: () => ({ path: `${root}${path}` }), status: 200 });

/** A job that the queue has given up on. */
export async function storeFailedJob(task = "messages.deliver"): Promise<string> {
  const { rows } = await databasePool().query<{ id: string }>(
    `SELECT id::text FROM graphile_worker.add_job($1, '{}'::json, max_attempts => 1)`,
    [task],
  );
  const id = rows[0]?.id ?? "";
  await databasePool().query(
    `UPDATE graphile_worker._private_jobs
     SET attempts = max_attempts, last_error = E'Boom\\n    at secret', updated_at = now() WHERE id = $1`,
    [id],
  );
  return id;
}

export async function storeIssue(values: { title?: string; message?: string } = {}): Promise<string> {
  const { userId } = await createPerson();
  const data = { userId, title: "The page is white", message: "It is white since Monday.", ...values };
  return (await db.issueReport.create({ data, select: { id: true } })).id;
}

export const campaignText = {
  subject: "New in {{appName}}",
  heading: "Something new",
  paragraphs: ["Hello {{username}},", "From now on you can sort."],
};

export async function storeCampaign(): Promise<string> {
  return (await db.campaign.create({ data: campaignText, select: { id: true } })).id;
}

/** A draft, and someone who subscribed to news. */
async function wantedCampaign(): Promise<string> {
  await createPerson({ settings: { news: true } });
  return storeCampaign();
}

async function storeApiKey(): Promise<string> {
  const data = {
    name: "Monitor",
    scope: "reports:read",
    hint: "ksk_sample",
    keyHash: Buffer.from(randomUUID()),
  };
  return (await db.apiKey.create({ data, select: { id: true } })).id;
}

export const templateText = {
  subject: "Come in, {{username}}",
  heading: "Your family waits",
  paragraphs: ["{{inviter}} has invited you to {{family}}."],
  button: "Join {{family}}",
  footnote: null,
};

/** Valid requests for the super admin's calls. */
export const superAdminCalls: Record<string, SampleCall> = {
  "GET /api/super-admin/overview": get("/overview"),
  "GET /api/super-admin/settings": get("/settings"),
  "PUT /api/super-admin/settings": {
    request: () => ({ path: `${root}/settings`, json: defaultSystemSettings }),
    status: 200,
  },
  "GET /api/super-admin/organizations": get("/organizations?q=okafor&limit=2"),
  "PATCH /api/super-admin/organizations/{id}": {
    prepare: () => createFamily({ name: "The Smiths" }),
    request: (id) => ({
      path: `${root}/organizations/${id}`,
      json: { subscriptionTier: "premium", suspended: true },
    }),
    status: 200,
  },
  "GET /api/super-admin/users": get("/users?q=person"),
  "POST /api/super-admin/users/{id}/super-admin": {
    prepare: async () => (await createPerson()).userId,
    request: (id) => ({ path: `${root}/users/${id}/super-admin`, json: { password: testPassword } }),
    status: 200,
  },
  "DELETE /api/super-admin/users/{id}/super-admin": {
    prepare: async () => (await createPerson({ isSuperAdmin: true })).userId,
    request: (id) => ({ path: `${root}/users/${id}/super-admin`, json: { password: testPassword } }),
    status: 200,
  },
  "POST /api/super-admin/users/{id}/suspension": {
    prepare: async () => (await createPerson()).userId,
    request: (id) => ({ path: `${root}/users/${id}/suspension`, json: { reason: "Unkind comments" } }),
    status: 200,
  },
  "DELETE /api/super-admin/users/{id}/suspension": {
    prepare: async () => (await createPerson()).userId,
    request: (id) => ({ path: `${root}/users/${id}/suspension` }),
    status: 200,
  },
  "DELETE /api/super-admin/users/{id}/sessions": {
    prepare: async () => (await createPerson()).userId,
    request: (id) => ({ path: `${root}/users/${id}/sessions` }),
    status: 200,
  },
  "GET /api/super-admin/api-keys": get("/api-keys"),
  "POST /api/super-admin/api-keys": {
    request: () => ({ path: `${root}/api-keys`, json: { name: "Monitor", scope: "reports:read" } }),
    status: 201,
  },
  "DELETE /api/super-admin/api-keys/{id}": {
    prepare: storeApiKey,
    request: (id) => ({ path: `${root}/api-keys/${id}` }),
    status: 204,
  },
  "GET /api/super-admin/activity-log": get("/activity-log?action=account.&limit=5"),
  "GET /api/super-admin/activity-log.csv": get("/activity-log.csv?from=2026-01-01"),
  "GET /api/super-admin/system-health": get("/system-health"),
  "POST /api/super-admin/jobs/{id}/retry": {
    prepare: () => storeFailedJob(),
    request: (id) => ({ path: `${root}/jobs/${id}/retry` }),
    status: 204,
  },
  "DELETE /api/super-admin/jobs/{id}": {
    prepare: () => storeFailedJob(),
    request: (id) => ({ path: `${root}/jobs/${id}` }),
    status: 204,
  },
  "GET /api/super-admin/reports": get("/reports?state=open"),
  "POST /api/super-admin/reports/{id}/resolve": {
    prepare: () => storeIssue(),
    request: (id) => ({ path: `${root}/reports/${id}/resolve`, json: { state: "closed", note: "Mended" } }),
    status: 200,
  },
  "GET /api/super-admin/email-templates": get("/email-templates"),
  "GET /api/super-admin/email-templates/{name}": get("/email-templates/invitation"),
  "PUT /api/super-admin/email-templates/{name}": {
    request: () => ({ path: `${root}/email-templates/invitation`, json: templateText }),
    status: 200,
  },
  "DELETE /api/super-admin/email-templates/{name}": get("/email-templates/invitation"),
  "POST /api/super-admin/email-templates/{name}/preview": {
    request: () => ({ path: `${root}/email-templates/invitation/preview`, json: templateText }),
    status: 200,
  },
  "POST /api/super-admin/email-templates/{name}/test": {
    request: () => ({ path: `${root}/email-templates/invitation/test`, json: templateText }),
    status: 200,
  },
  "GET /api/super-admin/campaigns": get("/campaigns"),
  "POST /api/super-admin/campaigns": {
    request: () => ({ path: `${root}/campaigns`, json: campaignText }),
    status: 201,
  },
  "PUT /api/super-admin/campaigns/{id}": {
    prepare: storeCampaign,
    request: (id) => ({ path: `${root}/campaigns/${id}`, json: campaignText }),
    status: 200,
  },
  "DELETE /api/super-admin/campaigns/{id}": {
    prepare: storeCampaign,
    request: (id) => ({ path: `${root}/campaigns/${id}` }),
    status: 204,
  },
  "POST /api/super-admin/campaigns/{id}/test": {
    prepare: storeCampaign,
    request: (id) => ({ path: `${root}/campaigns/${id}/test` }),
    status: 200,
  },
  "POST /api/super-admin/campaigns/{id}/send": {
    prepare: wantedCampaign,
    request: (id) => ({ path: `${root}/campaigns/${id}/send` }),
    status: 202,
  },
};
