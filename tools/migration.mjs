// npm run migration -- name: writes the migration missing for prisma/schema.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPrograms } from "../ops/lib/build.mjs";
import { childProgram } from "../ops/lib/child-program.mjs";
import { startEmbeddedPostgres } from "../ops/lib/embedded-postgres.mjs";
import { ensureInstalled } from "../ops/lib/install.mjs";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";

process.chdir(root);

if (await runsOnModernNode(root)) {
  await ensureInstalled(root);
  const programs = await buildPrograms(root, ["create-migration"]);
  const dataDir = mkdtempSync(path.join(tmpdir(), "keepsake-migration-"));
  const database = await startEmbeddedPostgres({ dataDir });
  process.env.DATABASE_URL = database.url;
  process.exitCode = await childProgram(programs["create-migration"], process.argv.slice(2)).ended;
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
