import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { type Plan, plans } from "@/lib/core/plans/plans";
import {
  type SystemSettings,
  systemSettingsSchema,
  type UpdateSystemSettingsInput,
} from "@/lib/core/system-settings/schema";
import { decideSignUp } from "@/lib/core/system-settings/server/sign-up-rule";
import { chosenSignUp, parseSystemSettings } from "@/lib/core/system-settings/server/stored-settings";
import { db, type Prisma } from "@/lib/db";
import type { Tier } from "@/lib/generated/prisma/enums";
import { badInput } from "@/lib/http/errors";
import { Cache } from "@/lib/platform/cache";
import { processWide } from "@/lib/shared/process-wide";

/** How long other servers may keep using the previous settings. */
const cacheMs = 2_000;
const cacheKey = "settings";
// Process-wide, so a change reaches every bundle at once.
const cache = processWide(
  "system-settings",
  () => new Cache<SystemSettings>({ maxItems: 1, maxAgeMs: cacheMs, name: "system-settings" }),
);

/** Makes this server ask the database again. */
export function forgetSystemSettings(): void {
  cache.invalidate(cacheKey);
}

type SettingsClient = Pick<Prisma.TransactionClient, "systemSettings" | "$queryRaw">;

/** The settings of a stored row, with sign-up in its current state. */
async function resolveSettings(stored: unknown, client: SettingsClient): Promise<SystemSettings> {
  const { isOpen } = await decideSignUp(stored, client);
  return { ...parseSystemSettings(stored), signUpOpen: isOpen };
}

/**
 * The settings of the whole installation; at most two seconds old, and up to date on the server that changed it.
 * @param client the caller's transaction: a second connection might not be available while all are in use
 */
export function getSystemSettings(client: SettingsClient = db): Promise<SystemSettings> {
  return cache.load(cacheKey, async () => {
    const row = await client.systemSettings.findUnique({ where: { id: 1 }, select: { values: true } });
    return resolveSettings(row?.values, client);
  });
}

/** The plans with the names of specification 9.7 and the super admin's settings for them. */
export async function getPlans(client?: SettingsClient): Promise<Record<Tier, Plan>> {
  const { plans: set } = await getSystemSettings(client);
  const plan = (tier: Tier): Plan => {
    const { storageBytes, members, priceMonthly, priceYearly } = set[tier];
    return { name: plans[tier].name, storageBytes, members, priceMonthly, priceYearly };
  };
  return { free: plan("free"), family: plan("family"), premium: plan("premium") };
}

/** The names of the changed settings: "maintenance", "plans.family.members". */
function changedNames(before: object, after: object, prefix = ""): string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const old = (before as Record<string, unknown>)[name];
    if (typeof value === "object" && value !== null) {
      return changedNames((old ?? {}) as object, value as object, `${prefix}${name}.`);
    }
    return old === value ? [] : [`${prefix}${name}`];
  });
}

/** @throws AppError 400 if the change doesn't fit the other settings, such as those of a smaller plan */
function mergeSettings(before: SystemSettings, input: UpdateSystemSettingsInput): SystemSettings {
  const plan = (tier: Tier) => ({ ...before.plans[tier], ...input.plans?.[tier] });
  const merged = systemSettingsSchema.safeParse({
    ...before,
    ...input,
    ceilings: { ...before.ceilings, ...input.ceilings },
    prints: { ...before.prints, ...input.prints },
    plans: { free: plan("free"), family: plan("family"), premium: plan("premium") },
  });
  if (merged.success) return merged.data;
  const [issue] = merged.error.issues;
  throw badInput(issue?.path.join(".") ?? "body", issue?.message ?? "The input is not valid.");
}

/**
 * Saves everything at once; changes are recorded. Omitted fields stay as they are, and sign-up is stored only when it
 * is changed: a form opened before sign-up closed must not reopen it.
 */
export async function updateSystemSettings(
  actor: Actor,
  input: UpdateSystemSettingsInput,
): Promise<SystemSettings> {
  await db.$transaction(async (client) => {
    // If two super admins save at once, the second one's entry records the difference from the first one's settings.
    await client.$executeRaw`
      INSERT INTO "SystemSettings" (id, "values", "updatedAt") VALUES (1, '{}', now()) ON CONFLICT (id) DO NOTHING`;
    const [row] = await client.$queryRaw<{ values: unknown }[]>`
      SELECT "values" FROM "SystemSettings" WHERE id = 1 FOR UPDATE`;
    const before = await resolveSettings(row?.values, client);
    const after = mergeSettings(before, input);
    const changed = changedNames(before, after);
    if (changed.length === 0) return;
    const { signUpOpen, ...rest } = after;
    const chosen = changed.includes("signUpOpen") ? signUpOpen : chosenSignUp(row?.values);
    const values = { ...rest, ...(chosen === null ? {} : { signUpOpen: chosen }) };
    await client.systemSettings.update({
      where: { id: 1 },
      data: { values: structuredClone(values) as unknown as Prisma.InputJsonObject },
      select: { id: true },
    });
    const detail = {
      changed,
      ...(changed.includes("maintenance") ? { maintenance: after.maintenance } : {}),
      ...(changed.includes("signUpOpen") ? { signUpOpen } : {}),
    };
    await recordActivity({ action: "system.settingsChanged", actorId: actor.userId, detail }, client);
  });
  forgetSystemSettings();
  return getSystemSettings();
}
