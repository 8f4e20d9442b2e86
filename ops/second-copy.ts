import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/db";
import { beginSecondCopy } from "@/lib/operations/second-copy/server/begin-service";
import { copyOnce } from "@/lib/operations/second-copy/server/copy-service";
import { checkSecondCopy } from "@/lib/operations/system/server/checks/second-copy-check-service";
import { runAndReport } from "@/ops/report-backup-error";

const { values } = parseArgs({ options: { begin: { type: "boolean" }, now: { type: "boolean" } } });

async function begin(): Promise<number> {
  const { description, isContinued, isOnSameDisk } = await beginSecondCopy();
  console.log(
    isContinued
      ? `The copy in ${description} is continued.`
      : `The copy in ${description} has begun. A running Keepsake fills it from now on.`,
  );
  if (isOnSameDisk) {
    console.error(
      "It is on the same disk as the album: when that disk fails, both are gone. Use another one.",
    );
  }
  return 0;
}

async function show(): Promise<number> {
  const { level, message, advice } = await checkSecondCopy({ opensKey: true });
  console.log(advice ? `${message} ${advice}` : message);
  return level === "wrong" ? 1 : 0;
}

await runAndReport(async () => {
  if (values.begin) return begin();
  if (values.now) await copyOnce();
  return show();
});
await closeDatabase();
