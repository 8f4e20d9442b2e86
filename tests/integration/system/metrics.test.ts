import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import { createApiKey } from "@/lib/operations/api-keys/server/service";
import { enqueue } from "@/lib/platform/queue/queue";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

async function newKey(): Promise<string> {
  const actor = await actorFromCookies((await createPerson({ isSuperAdmin: true })).cookie, false);
  if (!actor) throw new Error("Nobody signed in");
  return (await createApiKey(actor, { name: "Prometheus", scope: "reports:read" })).key;
}

const ask = (key?: string) =>
  call("GET", "/api/metrics", { headers: key ? { Authorization: `Bearer ${key}` } : {} });

/** The value on one line. */
function numberIn(text: string, line: string): number {
  const found = text.split("\n").find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? Number.NaN);
}

test("metrics are open to an API key, and to no session", async () => {
  const superAdmin = await createPerson({ isSuperAdmin: true });
  for (const answer of [
    await ask(),
    await ask("ksk_wrong"),
    await call("GET", "/api/metrics", { cookie: superAdmin.cookie }),
  ]) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  }
  const answer = await ask(await newKey());
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
});

test("metrics cover requests by route, uploads, storage, queue and process, and contain nobody's id", async () => {
  const key = await newKey();
  const owner = await createOwner();
  const before = (await ask(key)).bytes.toString();
  const content = await tinyPicture();
  const json = {
    fileName: "a.jpg",
    fileType: "image",
    year: 2024,
    month: 7,
    fileData: content.toString("base64"),
  };
  const { body } = await call("POST", "/api/media", { cookie: owner.cookie, json });
  for (let time = 0; time < 3; time++) await call("GET", `/api/media/${body.id}`, { cookie: owner.cookie });
  await call("GET", `/api/media/${owner.userId}`, { cookie: owner.cookie });
  await enqueue("maintenance.nothing", {}, { runAt: new Date("2040-01-01") });

  const text = (await ask(key)).bytes.toString();
  const requests = (method: string, route: string, status: number) =>
    `keepsake_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  expect(numberIn(text, requests("POST", "/api/media", 201))).toBe(1);
  expect(numberIn(text, requests("GET", "/api/media/{id}", 200))).toBe(3);
  expect(numberIn(text, requests("GET", "/api/media/{id}", 404))).toBe(1);
  const grown = (line: string) => numberIn(text, line) - (numberIn(before, line) || 0);
  expect(grown('keepsake_uploads_total{type="image"}')).toBe(1);
  expect(grown('keepsake_uploaded_bytes_total{type="image"}')).toBe(content.length);
  expect(numberIn(text, "keepsake_storage_bytes")).toBe(content.length);
  // The picture's thumbnails; a job due in 2040 doesn't count as waiting yet.
  expect(numberIn(text, 'keepsake_queue_jobs{state="waiting"}')).toBe(1);
  expect(numberIn(text, 'keepsake_queue_jobs{state="failed"}')).toBe(0);
  expect(numberIn(text, 'keepsake_up{part="storage"}')).toBe(1);
  expect(numberIn(text, "process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  for (const secret of [body.id, owner.userId, owner.username, owner.familyId]) {
    expect(text).not.toContain(String(secret));
  }
});
