import { BackupError } from "@/lib/operations/backup/server/manifest";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import { NewerDatabaseError } from "@/prisma/applied-migrations";

/** Runs a program's work and determines its exit code; problems a person can fix are explained. */
export async function runAndReport(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof BackupError || error instanceof NewerDatabaseError)
      console.error(`\n${error.message}\n`);
    else if (error instanceof SecondCopyError) console.error(`\n${error.message}\n${error.advice}\n`);
    else throw error;
  }
}
