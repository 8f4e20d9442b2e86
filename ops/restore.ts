import path from "node:path";
import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/db";
import { restore } from "@/lib/operations/backup/server/restore-service";
import { runAndReport } from "@/ops/report-backup-error";

const { values, positionals } = parseArgs({
  options: { key: { type: "string" }, "only-database": { type: "boolean" } },
  allowPositionals: true,
});
const folder = path.resolve(positionals[0] ?? "");
const options = {
  keyFile: values.key ? path.resolve(values.key) : null,
  isOnlyDatabase: values["only-database"] ?? false,
};

await runAndReport(async () => {
  const { tables, files, createdAt, secrets } = await restore(folder, (line) => console.log(line), options);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const what = options.isOnlyDatabase ? `${rows} rows` : `${rows} rows and ${files.count} files`;
  console.log(`Restored ${what} from ${createdAt}. Start Keepsake with npm start.`);
  if (!secrets.some(({ name }) => name === "auth-secret")) {
    console.log(
      "Start it with the same AUTH_SECRET as the album that was backed up: authenticator apps need it.",
    );
  }
  return 0;
});
await closeDatabase();
