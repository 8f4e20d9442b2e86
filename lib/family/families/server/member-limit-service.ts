import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Plan } from "@/lib/core/plans/plans";
import { getPlans } from "@/lib/core/system-settings/server/service";
import { db, type Prisma } from "@/lib/db";
import type { Tier } from "@/lib/generated/prisma/enums";
import { AppError } from "@/lib/http/errors";

/** Tiers by the number of people they have room for. */
const tiersBySize: readonly Tier[] = ["free", "family", "premium"];

/** Matches invitations that can still be accepted. */
export const openInvitation = () => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } });

const planLabel = (plan: Plan) => (plan.name.endsWith("Plan") ? plan.name : `${plan.name} plan`);

function memberLimit(tier: Tier, plans: Record<Tier, Plan>): AppError {
  const plan = plans[tier];
  const larger = tiersBySize
    .slice(tiersBySize.indexOf(tier) + 1)
    .map((next) => plans[next])
    .find(({ members }) => members > plan.members);
  const limit = `The family's ${planLabel(plan)} has room for ${plan.members} people, including children and open invitations.`;
  const way = larger
    ? `The ${planLabel(larger)} has room for ${larger.members}.`
    : "It is the largest plan there is.";
  return new AppError("member_limit", 422, `${limit} ${way}`);
}

/**
 * Rejects another person if the family's plan has no place left (specification 9.7). Lock the family first, so that the
 * second of two requests for the last place sees the first one's person.
 * @param claim `new` takes a place that neither an invitation nor an account has; `invitation` turns an open
 * invitation's place into an account, so other open invitations don't count against it
 * @throws AppError 422 member_limit, which names the limit and the plan that raises it
 */
export async function requirePlace(
  client: Prisma.TransactionClient,
  familyId: string,
  claim: "new" | "invitation",
): Promise<void> {
  const { tier } = await client.family.findUniqueOrThrow({ where: { id: familyId }, select: { tier: true } });
  const accounts = await client.membership.count({ where: { familyId } });
  const invited =
    claim === "new" ? await client.invitation.count({ where: { familyId, ...openInvitation() } }) : 0;
  const plans = await getPlans(client);
  if (accounts + invited >= plans[tier].members) throw memberLimit(tier, plans);
}

/** How many people the plan allows, and how many of those places have accounts. */
export interface Places {
  planName: string;
  limit: number;
  accounts: number;
}

export async function getPlaces(actor: MemberActor): Promise<Places> {
  const family = await db.family.findUniqueOrThrow({
    where: { id: actor.familyId },
    select: { tier: true, _count: { select: { memberships: true } } },
  });
  const plan = (await getPlans())[family.tier];
  return { planName: planLabel(plan), limit: plan.members, accounts: family._count.memberships };
}
