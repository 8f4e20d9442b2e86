import { countMails } from "@/lib/core/messages/server/mail-ceiling-service";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { getSignUp } from "@/lib/core/system-settings/server/sign-up-service";
import { describeSignUp } from "@/lib/core/system-settings/sign-up-text";
import { db } from "@/lib/db";
import { ok, type SystemCheck, warn } from "@/lib/operations/system/server/checks/check";

/** Above this, it is time to raise a ceiling, or to find out who is filling it. */
const almostFull = 0.9;

const plain = new Intl.NumberFormat("en-GB");

export async function checkSignUp(): Promise<SystemCheck> {
  return ok("sign-up", describeSignUp(await getSignUp()));
}

const usedOf = (used: number, ceiling: number | null) =>
  ceiling === null ? plain.format(used) : `${plain.format(used)} of ${plain.format(ceiling)}`;

/** How much of the installation's ceilings is used. */
export async function checkCeilings(): Promise<SystemCheck> {
  const [{ ceilings }, accounts, freeFamilies, mails] = await Promise.all([
    getSystemSettings(),
    db.user.count({ where: { isSuperAdmin: false } }),
    db.family.count({ where: { tier: "free" } }),
    countMails(),
  ]);
  const taken = [
    { used: accounts, ceiling: ceilings.accounts, what: "accounts" },
    { used: freeFamilies, ceiling: ceilings.freeFamilies, what: "free families" },
    { used: mails.lastHour, ceiling: ceilings.mailsPerHour, what: "emails in the last hour" },
    { used: mails.lastDay, ceiling: ceilings.mailsPerDay, what: "in the last day" },
  ];
  const waiting = mails.waiting > 0 ? ` ${plain.format(mails.waiting)} emails are waiting.` : "";
  const figures = taken.map(({ used, ceiling, what }) => `${usedOf(used, ceiling)} ${what}`).join(", ");
  const message = `${figures}.${waiting}`;
  const isAlmostFull = taken.some(({ used, ceiling }) => ceiling !== null && used >= ceiling * almostFull);
  if (!isAlmostFull && mails.waiting === 0) return ok("ceilings", message);
  return warn(
    "ceilings",
    message,
    "Check who signed up, or raise the limits on the super admin's settings page.",
  );
}
