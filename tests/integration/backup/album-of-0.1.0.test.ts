import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { closeDatabase } from "@/lib/db";
import { restore } from "@/lib/operations/backup/server/restore-service";
import { fileHashes, mediaFolder } from "@/tests/support/backup-programs";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";

const fixture = path.join("tests", "fixtures", "album-0.1.0");
// Set before the settings are read: values that the old version sealed with its key must open.
process.env.AUTH_SECRET = readFileSync(path.join(fixture, "backup", "secrets", "auth-secret"), "utf8");

interface Listing {
  tables: Record<
    string,
    { key: string[]; count: number; columns: Record<string, string>; rows: Record<string, string> }
  >;
  jobs: { task: string; payload: unknown }[];
  files: Record<string, { bytes: number; sha256: string }>;
}
const listing: Listing = JSON.parse(readFileSync(path.join(fixture, "listing.json"), "utf8"));

/** Columns that migrations changed on purpose: SQL for the earlier value, or null if there is none. */
const changed: Record<string, Record<string, string | null>> = {
  // Films without a rendition get one, and until then they wait for it (clips_without_metadata).
  Media: {
    playable: `CASE WHEN "mediaType" = 'video' AND playable = 'pending' THEN 'none' ELSE playable END`,
  },
  // Chunks of an unfinished upload are compared by a shorter checksum (chunk_checksums).
  UploadChunk: { sha256: null },
};

let client: pg.Client;
afterAll(() => client.end());
withTestDatabase({ keepsRows: true });

beforeAll(async () => {
  await closeDatabase();
  await restore(path.join(fixture, "backup"), () => {});
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(
    "SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET bytea_output = 'hex'; SET extra_float_digits = 1",
  );
});
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A table in the listing's form, with only the columns that the old version knew. */
async function tableNow(name: string, { key, columns }: Listing["tables"][string]) {
  const names = Object.keys(columns).filter((column) => changed[name]?.[column] !== null);
  const list = names.map((column) => `(${changed[name]?.[column] ?? `"${column}"`})::text`);
  const { rows } = await client.query<(string | null)[]>({
    text: `SELECT ${list.join(", ")} FROM public."${name}"`,
    rowMode: "array",
  });
  const keyed = rows
    .map((row) => ({ key: key.map((column) => row[names.indexOf(column)]).join(" "), row }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const hashOf = (_: string, at: number) => sha256(JSON.stringify(keyed.map(({ row }) => row[at])));
  return {
    columns: Object.fromEntries(names.map((column, at) => [column, hashOf(column, at)])),
    rows: Object.fromEntries(keyed.map(({ key: found, row }) => [found, sha256(JSON.stringify(row))])),
  };
}

test("every row of an album of version 0.1.0 is unchanged", async () => {
  expect(Object.keys(listing.tables)).toHaveLength(65);
  const differing: string[] = [];
  for (const [name, before] of Object.entries(listing.tables)) {
    const now = await tableNow(name, before).catch((error: Error) => ({ error: error.message }));
    if ("error" in now) {
      differing.push(`${name}: ${now.error}`);
      continue;
    }
    if (Object.keys(now.rows).join("\n") !== Object.keys(before.rows).join("\n")) {
      differing.push(`${name}: ${before.count} rows, now ${Object.keys(now.rows).length}`);
    }
    for (const [column, hash] of Object.entries(now.columns)) {
      if (hash !== before.columns[column]) differing.push(`${name}.${column}`);
    }
    if (Object.values(changed[name] ?? {}).includes(null)) continue;
    for (const [key, hash] of Object.entries(before.rows)) {
      if (now.rows[key] !== hash) differing.push(`${name} ${key}`);
    }
  }
  expect(differing).toEqual([]);
});

test("every file of it has its bytes, and every waiting job still waits", async () => {
  const files = await fileHashes(mediaFolder());
  const before = Object.entries(listing.files).map(([key, file]) => [key, file.sha256]);
  expect(before.length).toBeGreaterThan(20);
  expect(files).toEqual(Object.fromEntries(before));
  const { rows: jobs } = await client.query(
    `SELECT t.identifier AS task, j.payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
  );
  expect(jobs).toEqual(listing.jobs.map(({ task, payload }) => ({ task, payload })));
});

test("its people sign in with their passwords and find their photos, films and orders", async () => {
  const signIn = async (usernameOrEmail: string) => {
    const json = { usernameOrEmail, password: "correct horse battery" };
    const answer = await call("POST", "/api/auth/login", { json });
    expect([usernameOrEmail, answer.status]).toEqual([usernameOrEmail, 200]);
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    return <T>(path: string) => call<T>("GET", path, { cookie });
  };
  const amara = await signIn("amara");
  type Item = { id: string; fileName: string; mediaType: string; heartCount?: number };
  const month = await amara<{ items: Item[] }>("/api/media/month/2024/7");
  expect(month.body.items.map(({ fileName }) => fileName).sort()).toEqual([
    "beach.jpg",
    "hills.jpg",
    "waves.mp4",
  ]);
  for (const { id, fileName } of month.body.items) {
    const { status, bytes } = await amara(`/api/media/${id}/download`);
    const stored = Object.entries(listing.files).find(([key]) => key.includes(`originals/${id}`));
    expect([fileName, status, bytes.length]).toEqual([fileName, 200, stored?.[1].bytes]);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(stored?.[1].sha256);
  }
  const beach = month.body.items.find(({ fileName }) => fileName === "beach.jpg")?.id;
  expect((await amara<Item>(`/api/media/${beach}`)).body).toMatchObject({
    description: "At the #sea with Bean 🐚",
  });
  expect((await amara<{ items: object[] }>(`/api/media/${beach}/comments`)).body.items).toHaveLength(2);
  const clip = month.body.items.find(({ mediaType }) => mediaType === "video")?.id;
  expect((await amara(`/api/video/thumbnail/${clip}`)).status).toBe(200);
  const orders = await amara<{ id: string }[]>("/api/print-orders");
  const order = await amara(`/api/print-orders/${orders.body[0]?.id}`);
  expect(order.body).toMatchObject({
    status: "dispatched",
    items: [{ fileName: "beach.jpg" }, { fileName: "cake.jpg" }],
  });

  const karin = await signIn("karin");
  const hers = await karin<{ items: Item[] }>("/api/media");
  expect(hers.body.items.map(({ fileName }) => fileName).sort()).toEqual(["midsommar.jpg", "stuga.jpg"]);
  expect((await karin(`/api/media/${beach}`)).status).toBe(404);
  await signIn("ife");
  const keeper = await signIn("keeper");
  const vouchers = await keeper<{ code: string }[]>("/api/super-admin/vouchers");
  // Their codes are sealed with the album's secret.
  expect(vouchers.body.map(({ code }) => code)).toEqual([
    expect.stringMatching(/^[A-Z0-9-]{8,}$/),
    expect.stringMatching(/^[A-Z0-9-]{8,}$/),
  ]);
});
