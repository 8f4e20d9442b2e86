import type { Actor } from "@/lib/auth/actor";
import { db, type Prisma } from "@/lib/db";
import { recordActivity } from "@/lib/features/activity/service";
import { type Plan, plans } from "@/lib/features/families/plans";
import type { SystemSettings } from "@/lib/features/system-settings/schema";
import { parseSystemSettings } from "@/lib/features/system-settings/stored-settings";
import { signUpClosed } from "@/lib/features/system-settings/words";
import type { Tier } from "@/lib/generated/prisma/enums";
import { AppError } from "@/lib/http/errors";

/** How long other processes may go on with what was set before. */
const cacheMs = 2_000;

interface Known {
  settings: SystemSettings;
  until: number;
}
// Shared by the server bundle and Next's bundle of the same process, so that a change reaches both at once.
const holder = globalThis as typeof globalThis & {
  keepsakeSystemSettings?: { known: Known | null; changes: number };
};
holder.keepsakeSystemSettings ??= { known: null, changes: 0 };
const cache = holder.keepsakeSystemSettings;

/** Makes this process ask the database again. */
export function forgetSystemSettings(): void {
  cache.known = null;
  cache.changes++;
}

/**
 * What holds for the whole house; at most two seconds old, and up to date in the process that changed it.
 * @param client the transaction one is in: a second connection might not be had while all are taken
 */
export async function readSystemSettings(
  client: Pick<Prisma.TransactionClient, "systemSettings"> = db,
): Promise<SystemSettings> {
  if (cache.known && cache.known.until > performance.now()) return cache.known.settings;
  const { changes } = cache;
  const row = await client.systemSettings.findUnique({ where: { id: 1 }, select: { values: true } });
  const settings = parseSystemSettings(row?.values);
  // What was read before a change may be older than it.
  if (changes === cache.changes) cache.known = { settings, until: performance.now() + cacheMs };
  return settings;
}

/** The plans with the names of specification 9.7 and what a super admin has set for them. */
export async function readPlans(
  client?: Pick<Prisma.TransactionClient, "systemSettings">,
): Promise<Record<Tier, Plan>> {
  const { plans: set } = await readSystemSettings(client);
  const plan = (tier: Tier): Plan => {
    const { storageBytes, members, priceMonthly, priceYearly } = set[tier];
    return { name: plans[tier].name, storageBytes, members, priceMonthly, priceYearly };
  };
  return { free: plan("free"), family: plan("family"), premium: plan("premium") };
}

/** @throws AppError 403 while a super admin keeps sign-up closed; invitations work all the same */
export async function requireSignUpOpen(): Promise<void> {
  const { signUpOpen } = await readSystemSettings();
  if (!signUpOpen) throw new AppError("sign_up_closed", 403, signUpClosed);
}

/** The names of what differs: "maintenance", "plans.family.members". */
function changedNames(before: object, after: object, prefix = ""): string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const old = (before as Record<string, unknown>)[name];
    if (typeof value === "object" && value !== null) {
      return changedNames((old ?? {}) as object, value as object, `${prefix}${name}.`);
    }
    return old === value ? [] : [`${prefix}${name}`];
  });
}

/** Sets everything at once; what changed is written down. */
export async function updateSystemSettings(actor: Actor, input: SystemSettings): Promise<SystemSettings> {
  await db.$transaction(async (client) => {
    // Two super admins at once: the second one's entry tells the difference to the first one's settings.
    await client.$executeRaw`
      INSERT INTO "SystemSettings" (id, "values", "updatedAt") VALUES (1, '{}', now()) ON CONFLICT (id) DO NOTHING`;
    const [row] = await client.$queryRaw<{ values: unknown }[]>`
      SELECT "values" FROM "SystemSettings" WHERE id = 1 FOR UPDATE`;
    const changed = changedNames(parseSystemSettings(row?.values), input);
    if (changed.length === 0) return;
    await client.systemSettings.update({
      where: { id: 1 },
      data: { values: structuredClone(input) as unknown as Prisma.InputJsonObject },
      select: { id: true },
    });
    const detail = {
      changed,
      ...(changed.includes("maintenance") ? { maintenance: input.maintenance } : {}),
      ...(changed.includes("signUpOpen") ? { signUpOpen: input.signUpOpen } : {}),
    };
    await recordActivity({ action: "system.settingsChanged", actorId: actor.userId, detail }, client);
  });
  forgetSystemSettings();
  return readSystemSettings();
}
