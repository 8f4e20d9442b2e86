import { requireOperator } from "@/lib/account/first-run/server/first-run-service";
import type { Actor } from "@/lib/core/auth/server/actor";
import type { TestMailDto } from "@/lib/core/mail-templates/schema";
import { getMailTemplate, sendTestMail } from "@/lib/core/mail-templates/server/service";
import type { SystemCheck } from "@/lib/operations/system/server/checks/check";
import { runSystemChecks } from "@/lib/operations/system/server/checks/service";

/** What someone who sets up an album wants to know, in this order; other checks are only shown if they aren't OK. */
const shown = [
  "storage",
  "database",
  "data-folder",
  "backups",
  "address",
  "mail",
  "push",
  "photos",
  "ffmpeg",
  "decoders",
];

/**
 * How this installation is set up: the checks of the doctor and System Health.
 * @param isSecure whether the page is visited over HTTPS
 * @throws AppError 403
 */
export async function getSetup(actor: Actor, { isSecure }: { isSecure: boolean }): Promise<SystemCheck[]> {
  await requireOperator(actor);
  const checks = await runSystemChecks();
  const rank = ({ name }: SystemCheck) => shown.indexOf(name);
  const visit = isSecure ? "You are here over HTTPS." : "You are here without HTTPS.";
  const listed = checks.filter((check) => rank(check) >= 0);
  const others = checks.filter((check) => rank(check) < 0 && check.level !== "ok");
  return [...others, ...listed.sort((one, other) => rank(one) - rank(other))].map((check) =>
    check.name === "address" ? { ...check, message: `${visit} ${check.message}` } : check,
  );
}

/** Sends one of Keepsake's emails, with made-up values, to the calling operator. @throws AppError 400, 403 */
export async function sendOperatorTestMail(actor: Actor): Promise<TestMailDto> {
  await requireOperator(actor);
  const { name, words } = await getMailTemplate("invitation");
  return sendTestMail(actor, name, words);
}
