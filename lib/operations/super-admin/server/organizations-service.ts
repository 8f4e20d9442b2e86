import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db, type Prisma } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import type {
  AdminOrganizationDto,
  OrganizationsDto,
  OrganizationsQuery,
  UpdateOrganizationInput,
} from "@/lib/operations/super-admin/schema";
import { likeText } from "@/lib/shared/like-text";
import { setTierManually } from "@/lib/shop/billing/server/tier-service";

// What a super admin sees of a family: who owns it and how much it stores, but nothing of its content.
const organizationSelect = {
  id: true,
  name: true,
  icon: true,
  tier: true,
  suspendedAt: true,
  storageBytes: true,
  createdAt: true,
  _count: { select: { memberships: true } },
  months: { select: { itemCount: true } },
  memberships: {
    where: { role: "owner" },
    select: { user: { select: { id: true, username: true, email: true } } },
    orderBy: [{ joinedAt: "asc" }, { userId: "asc" }],
  },
} as const satisfies Prisma.FamilySelect;

type OrganizationRow = Prisma.FamilyGetPayload<{ select: typeof organizationSelect }>;

const organizationDto = (row: OrganizationRow): AdminOrganizationDto => ({
  id: row.id,
  name: row.name,
  icon: row.icon,
  subscriptionTier: row.tier,
  suspended: row.suspendedAt !== null,
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
  memberCount: row._count.memberships,
  mediaCount: row.months.reduce((sum, { itemCount }) => sum + itemCount, 0),
  storageBytes: Number(row.storageBytes),
  createdAt: row.createdAt.toISOString(),
  owners: row.memberships.map(({ user }) => user),
});

function matching({ q, tier, state }: OrganizationsQuery): Prisma.FamilyWhereInput {
  const text = q?.trim();
  const contains = { contains: likeText(text ?? ""), mode: "insensitive" } as const;
  return {
    ...(tier ? { tier } : {}),
    ...(state ? { suspendedAt: state === "suspended" ? { not: null } : null } : {}),
    ...(text
      ? {
          OR: [
            { name: contains },
            {
              memberships: {
                some: { role: "owner", user: { OR: [{ email: contains }, { username: contains }] } },
              },
            },
          ],
        }
      : {}),
  };
}

/** Families by name or by their owner's e-mail address, newest first. */
export async function listOrganizations(query: OrganizationsQuery): Promise<OrganizationsDto> {
  const { limit, offset } = query;
  const where = matching(query);
  const [rows, total] = await Promise.all([
    db.family.findMany({
      where,
      select: organizationSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit,
      skip: offset,
    }),
    db.family.count({ where }),
  ]);
  return {
    items: rows.map(organizationDto),
    pagination: { total, limit, offset, hasMore: offset + rows.length < total },
  };
}

/** Closes a family's album or opens it again; repeated calls change nothing. */
async function setSuspended(
  client: Prisma.TransactionClient,
  actor: Actor,
  familyId: string,
  isSuspended: boolean,
): Promise<void> {
  const { count } = await client.family.updateMany({
    where: { id: familyId, suspendedAt: isSuspended ? null : { not: null } },
    data: { suspendedAt: isSuspended ? new Date() : null },
  });
  if (count === 0) return;
  const action = isSuspended ? "family.suspended" : "family.reopened";
  await recordActivity({ action, actorId: actor.userId, familyId }, client);
}

/**
 * Gives a family another plan by hand, closes its album or opens it again.
 * @throws AppError 404, 409 if the family pays for a larger plan by card
 */
export async function updateOrganization(
  actor: Actor,
  id: string,
  { subscriptionTier, suspended }: UpdateOrganizationInput,
): Promise<AdminOrganizationDto> {
  const { row, afterCommit } = await db.$transaction(async (client) => {
    // Families are locked before anything else (lockFamily).
    const locked = await client.$queryRaw<
      unknown[]
    >`SELECT 1 FROM "Family" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    if (locked.length === 0) throw notFound();
    const set = subscriptionTier && (await setTierManually(client, actor, id, subscriptionTier));
    if (suspended !== undefined) await setSuspended(client, actor, id, suspended);
    return {
      row: await client.family.findUniqueOrThrow({ where: { id }, select: organizationSelect }),
      afterCommit: set?.afterCommit,
    };
  });
  afterCommit?.();
  forgetSessions((seen) => seen.familyId === id || seen.suspendedFamilyId === id);
  return organizationDto(row);
}
