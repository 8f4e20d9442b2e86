import { existsSync } from "node:fs";
import { dumpRows } from "@/lib/operations/backup/server/backup-service";
import { loadDump } from "@/lib/operations/backup/server/restore-service";
import { endWithParent } from "@/ops/lib/node-version.mjs";
import { runAndReport } from "@/ops/report-backup-error";

// `read FOLDER` or `write FOLDER`, each on the database of DATABASE_URL: see ops/lib/carry-over.mjs.
const [what, folder = ""] = process.argv.slice(2);
// If the start that needed it is gone, the next one begins again.
endWithParent();
const say = (line: string) => console.log(line);

await runAndReport(async () => {
  if (what === "read") await dumpRows(folder, say);
  // If the old database had no album, there is nothing to write.
  else if (existsSync(folder)) await loadDump(folder, say);
  return 0;
});
