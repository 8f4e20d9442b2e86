import { env } from "@/lib/env";
import { checkBackups } from "@/lib/operations/system/server/checks/backup-check";
import { type SystemCheck, withTimeLimit } from "@/lib/operations/system/server/checks/check";
import {
  checkClock,
  checkDatabase,
  checkMigrations,
  checkQueue,
} from "@/lib/operations/system/server/checks/database-check-service";
import {
  checkDataFolder,
  checkDecoders,
  checkPhotos,
  checkStorage,
  checkVideoTools,
} from "@/lib/operations/system/server/checks/files-check-service";
import { checkCeilings, checkSignUp } from "@/lib/operations/system/server/checks/installation-check-service";
import { checkStreetMap } from "@/lib/operations/system/server/checks/map-check-service";
import { checkSecondCopy } from "@/lib/operations/system/server/checks/second-copy-check-service";
import {
  checkMail,
  checkOutsideServices,
} from "@/lib/operations/system/server/checks/services-check-service";
import {
  checkAddress,
  checkNode,
  checkPush,
  checkSecrets,
} from "@/lib/operations/system/server/checks/settings-check";
import {
  checkOlderDatabase,
  checkVersion,
  hasOlderDatabase,
} from "@/lib/operations/system/server/checks/update-check-service";

/**
 * Checks everything an installation needs, now; in the order in which to fix problems.
 * @param isThorough also runs checks that take a second or a lot of memory
 */
export async function runSystemChecks({ isThorough = false } = {}): Promise<SystemCheck[]> {
  const database = await withTimeLimit("database", checkDatabase);
  // Without a database, the other checks would only report its absence.
  const inDatabase =
    database.level === "wrong" && database.message.startsWith("It failed")
      ? []
      : [
          withTimeLimit("migrations", () => checkMigrations()),
          withTimeLimit("queue", checkQueue),
          withTimeLimit("clock", checkClock),
          withTimeLimit("sign-up", checkSignUp),
          withTimeLimit("ceilings", checkCeilings),
          withTimeLimit("photos", checkPhotos),
          withTimeLimit("second-copy", () => checkSecondCopy({ opensKey: isThorough })),
        ];
  return Promise.all([
    checkNode(),
    withTimeLimit("data-folder", checkDataFolder),
    database,
    ...inDatabase,
    withTimeLimit("storage", checkStorage),
    withTimeLimit("backups", checkBackups),
    checkAddress(),
    checkSecrets(),
    withTimeLimit("ffmpeg", checkVideoTools),
    withTimeLimit("decoders", checkDecoders),
    checkPush(),
    withTimeLimit("mail", checkMail),
    ...checkOutsideServices().map(({ name, check }) => withTimeLimit(name, check)),
    ...(env.PMTILES ? [withTimeLimit("map", checkStreetMap)] : []),
    ...(env.UPDATE_CHECK_URL ? [withTimeLimit("version", checkVersion)] : []),
    ...((await hasOlderDatabase()) ? [withTimeLimit("old-database", checkOlderDatabase)] : []),
  ]);
}
