import { z } from "zod";
import { familyRoles, familyTiers } from "@/lib/core/families/schema";
import { limitSchema, offsetSchema, paginationSchema } from "@/lib/shared/pagination";
import { textSchema } from "@/lib/shared/text";

const tierCounts = z.object({ free: z.number(), family: z.number(), premium: z.number() });

export const overviewSchema = z.object({
  families: z.number(),
  suspendedFamilies: z.number(),
  familiesByTier: tierCounts,
  users: z.number(),
  /** People seen within 30 days. */
  activeUsers: z.number(),
  media: z.number(),
  /** Of originals, including the trash. */
  storageBytes: z.number(),
  revenue: z.object({
    /** Families that pay by card. */
    paying: z.number(),
    /** Minor units per month, with yearly payments spread over their months; one entry per currency. */
    monthly: z.array(z.object({ currency: z.string(), amount: z.number() })),
    /** What the plans in use would cost per month, in pence: paid for, from a voucher or given by hand. */
    planValueMonthly: z.number(),
    /** Without a payment provider, nothing can be paid. */
    isConfigured: z.boolean(),
  }),
  /** Gift orders to make and under way, and card payments for gifts in 30 days, in pence. */
  gifts: z.object({ toMake: z.number(), underWay: z.number(), paidPence: z.number() }),
  queue: z.object({ waiting: z.number(), running: z.number(), failed: z.number() }),
  openReports: z.number(),
  /** The last twelve weeks, oldest first; a week begins on Monday, UTC. */
  weeks: z.array(
    z.object({
      /** YYYY-MM-DD */
      week: z.string(),
      families: z.number(),
      users: z.number(),
      uploads: z.number(),
    }),
  ),
});
export type OverviewDto = z.infer<typeof overviewSchema>;

/** For a list with a pager. */
export const pagerQuery = {
  limit: limitSchema(100, "Must be a number").default(25),
  offset: offsetSchema(1_000_000, "Must be a number").default(0),
};

const page = {
  q: textSchema(200).optional(),
  ...pagerQuery,
};

export const organizationsQuery = z.object({
  /** Part of the name, or of an owner's username or e-mail address. */
  ...page,
  tier: z.enum(familyTiers, "Please choose one of the plans").optional(),
  state: z.enum(["open", "suspended"], "Please choose open or suspended").optional(),
});
export type OrganizationsQuery = z.infer<typeof organizationsQuery>;

export const adminOrganizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.string(),
  subscriptionTier: z.enum(familyTiers),
  suspended: z.boolean(),
  suspendedAt: z.iso.datetime().nullable(),
  memberCount: z.number(),
  mediaCount: z.number(),
  storageBytes: z.number(),
  createdAt: z.iso.datetime(),
  owners: z.array(z.object({ id: z.string(), username: z.string(), email: z.string().nullable() })),
});
export type AdminOrganizationDto = z.infer<typeof adminOrganizationSchema>;

export const organizationsSchema = z.object({
  items: z.array(adminOrganizationSchema),
  pagination: paginationSchema,
});
export type OrganizationsDto = z.infer<typeof organizationsSchema>;

export const updateOrganizationSchema = z
  .object({
    subscriptionTier: z.enum(familyTiers, "Please choose one of the plans").optional(),
    suspended: z.boolean("Please choose yes or no").optional(),
  })
  .refine(
    ({ subscriptionTier, suspended }) => subscriptionTier !== undefined || suspended !== undefined,
    "There is nothing to change",
  );
export type UpdateOrganizationInput = z.infer<typeof updateOrganizationSchema>;

/** Part of the username or e-mail address. */
export const usersQuery = z.object(page);
export type UsersQuery = z.infer<typeof usersQuery>;

export const adminUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  isSuperAdmin: z.boolean(),
  isChild: z.boolean(),
  suspendedAt: z.iso.datetime().nullable(),
  /** Shown to them when they try to sign in. */
  suspendedReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  families: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(familyRoles) })),
});
export type AdminUserDto = z.infer<typeof adminUserSchema>;

export const maxSuspensionReason = 500;
const suspensionReason = "Please give a reason: they'll read it when they try to sign in";
export const suspendPersonSchema = z.object({
  reason: textSchema(maxSuspensionReason, suspensionReason).trim().min(1, suspensionReason),
});
export type SuspendPersonInput = z.infer<typeof suspendPersonSchema>;
export const endedSessionsSchema = z.object({ ended: z.number() });
export type EndedSessionsDto = z.infer<typeof endedSessionsSchema>;

export const usersSchema = z.object({ items: z.array(adminUserSchema), pagination: paginationSchema });
export type UsersDto = z.infer<typeof usersSchema>;
