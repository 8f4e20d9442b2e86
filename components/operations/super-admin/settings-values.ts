import type { FamilyTier } from "@/lib/core/families/schema";
import type {
  Ceilings,
  PrintsOffer,
  SystemSettings,
  UpdateSystemSettingsInput,
} from "@/lib/core/system-settings/schema";
import { changedFields } from "@/lib/shared/changed-fields";
import { gibibyte, mebibyte } from "@/lib/shared/units";

export const tiers = ["free", "family", "premium"] as const satisfies readonly FamilyTier[];

/** The settings as typed: sizes in MB and GB, prices in pounds. */
export interface TypedSettings {
  maintenance: boolean;
  signUpOpen: boolean;
  maxImageMegabytes: string;
  maxVideoMegabytes: string;
  ceilings: Record<keyof Ceilings, string>;
  prints: PrintsOffer;
  plans: Record<FamilyTier, TypedPlan>;
}
export interface TypedPlan {
  isUnlimited: boolean;
  storageGigabytes: string;
  /** Empty for the installation's own limit. */
  maxImageMegabytes: string;
  maxVideoMegabytes: string;
  members: string;
  freePrints: string;
  priceMonthly: string;
  priceYearly: string;
}

const plain = (value: number) => String(Number(value.toFixed(4)));
const pounds = (pence: number) => (pence / 100).toFixed(2);
/** Text that isn't a number becomes NaN: the server says what it expects. */
const numberIn = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".")));

export function typedSettings(settings: SystemSettings): TypedSettings {
  const { maintenance, signUpOpen, maxImageBytes, maxVideoBytes, ceilings, prints, plans } = settings;
  const typed = (tier: FamilyTier): TypedPlan => {
    const { storageBytes, maxImageBytes, maxVideoBytes, members, freePrints, priceMonthly, priceYearly } =
      plans[tier];
    return {
      isUnlimited: storageBytes === null,
      storageGigabytes: storageBytes === null ? "" : plain(storageBytes / gibibyte),
      maxImageMegabytes: maxImageBytes === null ? "" : plain(maxImageBytes / mebibyte),
      maxVideoMegabytes: maxVideoBytes === null ? "" : plain(maxVideoBytes / mebibyte),
      members: String(members),
      freePrints: String(freePrints),
      priceMonthly: pounds(priceMonthly),
      priceYearly: pounds(priceYearly),
    };
  };
  return {
    maintenance,
    signUpOpen,
    prints,
    maxImageMegabytes: plain(maxImageBytes / mebibyte),
    maxVideoMegabytes: plain(maxVideoBytes / mebibyte),
    ceilings: {
      freeFamilies: String(ceilings.freeFamilies ?? ""),
      accounts: String(ceilings.accounts ?? ""),
      mailsPerHour: String(ceilings.mailsPerHour ?? ""),
      mailsPerDay: String(ceilings.mailsPerDay ?? ""),
    },
    plans: { free: typed("free"), family: typed("family"), premium: typed("premium") },
  };
}

/** An empty field means no limit. Text that isn't a number becomes -1, which the call refuses at the field. */
const limitIn = (text: string, unit = 1) => {
  if (text.trim() === "") return null;
  const value = numberIn(text);
  return Number.isNaN(value) ? -1 : unit === 1 ? value : Math.round(value * unit);
};

/** In the form the API call takes. NaN becomes null in transit, which the call refuses at the field. */
function settingsOf({
  plans,
  maxImageMegabytes,
  maxVideoMegabytes,
  ceilings,
  ...rest
}: TypedSettings): SystemSettings {
  const plan = (tier: FamilyTier) => {
    const { isUnlimited, storageGigabytes, members, freePrints, priceMonthly, priceYearly, ...files } =
      plans[tier];
    const storage = Math.round(numberIn(storageGigabytes) * gibibyte);
    return {
      // An empty size means no size, not an unlimited one.
      storageBytes: isUnlimited ? null : Number.isNaN(storage) ? 0 : storage,
      maxImageBytes: limitIn(files.maxImageMegabytes, mebibyte),
      maxVideoBytes: limitIn(files.maxVideoMegabytes, mebibyte),
      members: numberIn(members),
      freePrints: numberIn(freePrints),
      priceMonthly: Math.round(numberIn(priceMonthly) * 100),
      priceYearly: Math.round(numberIn(priceYearly) * 100),
    };
  };
  return {
    ...rest,
    ceilings: {
      freeFamilies: limitIn(ceilings.freeFamilies),
      accounts: limitIn(ceilings.accounts),
      mailsPerHour: limitIn(ceilings.mailsPerHour),
      mailsPerDay: limitIn(ceilings.mailsPerDay),
    },
    maxImageBytes: Math.round(numberIn(maxImageMegabytes) * mebibyte),
    maxVideoBytes: Math.round(numberIn(maxVideoMegabytes) * mebibyte),
    plans: { free: plan("free"), family: plan("family"), premium: plan("premium") },
  };
}

/** Only what differs, in groups such as a plan too. */
const changesIn = (opened: object, values: object): object =>
  Object.fromEntries(
    Object.entries(changedFields(opened, values)).map(([name, value]) => {
      const isGroup = typeof value === "object" && value !== null;
      return [name, isGroup ? changesIn(opened[name as keyof typeof opened], value) : value];
    }),
  );

/**
 * What was changed in the form: another super admin may have changed the rest since.
 * @param saved what the form showed at first; rounded like the typed values, so that rounding isn't a change
 */
export const changedSettings = (typed: TypedSettings, saved: SystemSettings): UpdateSystemSettingsInput =>
  changesIn(settingsOf(typedSettings(saved)), settingsOf(typed));
