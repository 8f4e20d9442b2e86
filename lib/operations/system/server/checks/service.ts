import { patiently, type SystemCheck } from "@/lib/operations/system/server/checks/check";
import {
  checkClock,
  checkDatabase,
  checkMigrations,
  checkQueue,
} from "@/lib/operations/system/server/checks/database-check-service";
import {
  checkDataFolder,
  checkDecoders,
  checkStorage,
  checkVideoTools,
} from "@/lib/operations/system/server/checks/files-check-service";
import { checkCeilings, checkSignUp } from "@/lib/operations/system/server/checks/installation-check-service";
import { checkMail, outsideChecks } from "@/lib/operations/system/server/checks/services-check-service";
import {
  checkAddress,
  checkNode,
  checkPush,
  checkSecrets,
} from "@/lib/operations/system/server/checks/settings-check";

/** Checks everything an installation needs, now; in the order in which to fix problems. */
export async function runSystemChecks(): Promise<SystemCheck[]> {
  const database = await patiently("database", checkDatabase);
  // Without a database, the other checks would only report its absence.
  const inDatabase =
    database.level === "wrong" && database.message.startsWith("It failed")
      ? []
      : [
          patiently("migrations", () => checkMigrations()),
          patiently("queue", checkQueue),
          patiently("clock", checkClock),
          patiently("sign-up", checkSignUp),
          patiently("ceilings", checkCeilings),
        ];
  return Promise.all([
    checkNode(),
    patiently("data-folder", checkDataFolder),
    database,
    ...inDatabase,
    patiently("storage", checkStorage),
    checkAddress(),
    checkSecrets(),
    patiently("ffmpeg", checkVideoTools),
    patiently("decoders", checkDecoders),
    checkPush(),
    patiently("mail", checkMail),
    ...outsideChecks().map(({ name, check }) => patiently(name, check)),
  ]);
}
