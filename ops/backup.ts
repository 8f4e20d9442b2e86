import path from "node:path";
import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/db";
import { backUp } from "@/lib/operations/backup/server/backup-service";
import { noteBackup } from "@/lib/operations/backup/server/last-backup";
import { runAndReport } from "@/ops/report-backup-error";

const { values, positionals } = parseArgs({
  options: { since: { type: "string" }, to: { type: "string", multiple: true } },
  allowPositionals: true,
});
const folder = path.resolve(positionals[0] ?? "");
const options = { earlier: values.since ? path.resolve(values.since) : null, recipients: values.to ?? [] };

await runAndReport(async () => {
  const manifest = await backUp(folder, (line) => console.log(line), options);
  await noteBackup(folder, manifest);
  const { tables, files, faults, secrets } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backed up ${rows} rows and ${files.count} files into ${folder}.`);
  if (!secrets.some(({ name }) => name === "auth-secret")) {
    console.log(
      "AUTH_SECRET is set in the environment and isn't in the backup. Keep it somewhere safe, too.",
    );
  }
  const { missing, altered } = faults;
  if (missing.length + altered.length === 0) return 0;
  console.error(
    `The album itself is incomplete: ${missing.length} files are missing or can't be read, and ${altered.length} have ` +
      `changed since they were uploaded. They are listed in ${path.join(folder, "manifest.json")}. Keep an older backup.`,
  );
  return 2;
});
await closeDatabase();
