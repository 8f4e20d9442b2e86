import path from "node:path";
import { closeDatabase } from "@/lib/db";
import { compareWithBackup } from "@/lib/operations/backup/server/compare-service";
import { runAndReport } from "@/ops/report-backup-error";

await runAndReport(async () => {
  const { rows, files, faults } = await compareWithBackup(path.resolve(process.argv[2] ?? ""));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  console.log(`The rows (${rows}) and a sample of the files (${files}) are those of the backup.`);
  return 0;
});
await closeDatabase();
