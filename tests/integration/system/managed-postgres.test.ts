import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { closeDatabase, databasePool, db } from "@/lib/db";
import { buildPrograms } from "@/ops/lib/build.mjs";
import { childProgram } from "@/ops/lib/child-program.mjs";
import { startEmbeddedPostgres } from "@/ops/lib/embedded-postgres.mjs";
import { postgresBinaries } from "@/ops/lib/postgres-binaries.mjs";
import { giveTo, postgresUser } from "@/ops/lib/postgres-user.mjs";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { plainPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

/** A typical managed PostgreSQL: connections are encrypted, and only the provider can create extensions. */
const isThere = hasProgram("openssl");
if (!isThere) console.warn("SKIPPED: PostgreSQL with TLS needs openssl (Debian: openssl).");

const dataDir = path.join(process.env.DATA_DIR ?? "", "managed");
const extensions = ["pg_trgm", "btree_gin"];
const password = "only-for-this-test";

/** A certificate authority, and the certificate of a server at 127.0.0.1. */
function makeCertificates(
  folder: string,
  name: string,
): { authority: string; certificate: string; key: string } {
  const file = (ending: string) => path.join(folder, `${name}.${ending}`);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-x509", ...key, "-subj", `/CN=${name}`, "-keyout", file("ca.key"), "-out", file("ca.pem"));
  openssl("req", ...key, "-subj", "/CN=database", "-keyout", file("key"), "-out", file("csr"));
  writeFileSync(file("ext"), "subjectAltName=IP:127.0.0.1\n");
  const signed = [
    "-CA",
    file("ca.pem"),
    "-CAkey",
    file("ca.key"),
    "-CAcreateserial",
    "-extfile",
    file("ext"),
  ];
  openssl("x509", "-req", "-in", file("csr"), ...signed, "-out", file("pem"));
  return { authority: file("ca.pem"), certificate: file("pem"), key: file("key") };
}

/** The extensions, marked so that only a superuser can create them; by default, a database's owner can too. */
async function untrustedExtensions(folder: string): Promise<string> {
  const { postgres } = await postgresBinaries();
  const theirs = path.join(path.dirname(postgres), "..", "share", "postgresql", "extension");
  mkdirSync(path.join(folder, "extension"), { recursive: true });
  for (const name of readdirSync(theirs).filter((name) => /^(pg_trgm|btree_gin)/.test(name))) {
    const copy = path.join(folder, "extension", name);
    cpSync(path.join(theirs, name), copy);
    if (!name.endsWith(".control")) continue;
    writeFileSync(copy, readFileSync(copy, "utf8").replace("trusted = true", "trusted = false"));
  }
  return folder;
}

async function ask(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function startManagedPostgres() {
  const files = path.join(dataDir, "provider");
  mkdirSync(files, { recursive: true, mode: 0o711 });
  const tls = makeCertificates(files, "provider");
  const stranger = makeCertificates(files, "stranger");
  const folder = await untrustedExtensions(path.join(files, "extensions"));
  const { postgres } = await postgresBinaries();
  giveTo(files, postgresUser(postgres, dataDir));
  const settings = [
    "fsync=off",
    "ssl=on",
    `ssl_cert_file=${tls.certificate}`,
    `ssl_key_file=${tls.key}`,
    `extension_control_path=${folder}:$system`,
  ];
  const server = await startEmbeddedPostgres({ dataDir, settings });
  // Through the port, because the socket has no TLS.
  const on = (database: string) =>
    Object.assign(new URL(server.url), { pathname: `/${database}`, search: "" });
  await ask(
    server.url,
    `CREATE ROLE family LOGIN NOSUPERUSER PASSWORD '${password}'`,
    "CREATE DATABASE album OWNER family",
  );
  const url = Object.assign(on("album"), { username: "family", password });
  const checking = (authority: string) => `${url}?sslmode=verify-full&sslrootcert=${authority}`;
  return {
    server,
    asProvider: String(on("album")),
    asFamily: checking(tls.authority),
    withOtherAuthority: checking(stranger.authority),
  };
}

const { DATABASE_URL, DIRECT_DATABASE_URL } = process.env;
const managed = isThere ? await startManagedPostgres() : null;
if (managed) {
  process.env.DATABASE_URL = managed.asFamily;
  delete process.env.DIRECT_DATABASE_URL;
}

afterAll(async () => {
  await closeDatabase();
  await managed?.server.stop();
  // Restores the database that withTestDatabase() drops.
  Object.assign(process.env, { DATABASE_URL, ...(DIRECT_DATABASE_URL ? { DIRECT_DATABASE_URL } : {}) });
});
withTestDatabase({ keepsRows: true });
withTestStorage();
const testManaged = managed ? test : test.skip;

const migrate = async () => {
  const { migrate = "" } = await buildPrograms(process.cwd(), ["migrate"]);
  return childProgram(migrate).ended;
};

testManaged("an album whose role can't create extensions uses the existing ones, over TLS", async () => {
  const { asFamily, asProvider } = managed as NonNullable<typeof managed>;
  for (const name of extensions)
    await expect(ask(asFamily, `CREATE EXTENSION ${name}`)).rejects.toThrow("permission denied");
  await ask(asProvider, ...extensions.map((name) => `CREATE EXTENSION ${name}`));
  expect(await migrate()).toBe(0);

  const { cookie } = await createOwner();
  const fileData = (await plainPicture("jpeg", 64, 48)).toString("base64");
  const json = {
    fileName: "a.jpg",
    fileType: "image",
    year: 2024,
    month: 7,
    fileData,
    description: "In the garden",
  };
  expect((await call("POST", "/api/media", { cookie, json })).status).toBe(201);
  await workOffQueue();
  expect(await db.media.count({ where: { derivatives: "ready" } })).toBe(1);
  const found = await call<MediaItemDto[]>("GET", "/api/media/search?q=garden", { cookie });
  expect(found.body.map(({ description }) => description)).toEqual(["In the garden"]);

  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS open, count(*) FILTER (WHERE NOT ssl)::int AS plain
     FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'family'`,
  );
  expect(rows).toEqual([{ open: expect.any(Number), plain: 0 }]);
  expect(rows[0].open).toBeGreaterThan(0);
});

testManaged("a server certified by another authority is refused", async () => {
  const { withOtherAuthority } = managed as NonNullable<typeof managed>;
  await expect(ask(withOtherAuthority, "SELECT 1")).rejects.toThrow(/self-signed|certificate/);
});
