import { type LastBackup, readLastBackup } from "@/lib/operations/backup/server/last-backup";
import { ok, type SystemCheck, warn } from "@/lib/operations/system/server/checks/check";
import { counted } from "@/lib/shared/counted";
import { dayMs } from "@/lib/shared/units";

/** A nightly backup that is this old was missed once. */
const lateMs = 1.5 * dayMs;

const howLongAgo = (ms: number) =>
  ms < 2 * dayMs
    ? `${counted(Math.floor(ms / (dayMs / 24)), "hour")} ago`
    : `${counted(Math.floor(ms / dayMs), "day")} ago`;

/** Whether the album is backed up every night. */
export function describeBackup(last: LastBackup | null, now = Date.now()): SystemCheck {
  if (!last) {
    return warn(
      "backups",
      "No backup has been made yet.",
      "Make one every night: `npm run backup -- /backups/keepsake-$(date +%F) --to age1...` The guide docs/installing.md shows how, with a key of your own.",
    );
  }
  const age = Math.max(0, now - new Date(last.finishedAt).getTime());
  const message = `The last backup was made ${howLongAgo(age)} in ${last.folder}${last.isEncrypted ? ", encrypted" : ""}.`;
  if (last.faults > 0) {
    return warn(
      "backups",
      `${message} ${counted(last.faults, "original")} of the album was missing or had changed.`,
      "Keep an older backup, and see Files and records on System Health.",
    );
  }
  if (age > lateMs) {
    return warn(
      "backups",
      message,
      "Check the timer or the cron job that runs `npm run backup` every night.",
    );
  }
  return ok("backups", message);
}

export const checkBackups = async () => describeBackup(await readLastBackup());
