import type { Actor } from "@/lib/core/auth/server/actor";
import { requireRoomForFreeFamily } from "@/lib/core/system-settings/server/ceiling-service";
import { db } from "@/lib/db";
import type { CreateFamilyInput, FamilyDto } from "@/lib/family/families/schema";
import { insertFamily } from "@/lib/family/families/server/creation-service";
import {
  freeFamilyExists,
  lockPerson,
  ownsFreeFamily,
} from "@/lib/family/families/server/membership-service";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { AppError, emailUnconfirmed, forbidden } from "@/lib/http/errors";
import { startNewFamilyCheckout } from "@/lib/shop/billing/server/checkout-service";

/** Specification 7.8; api.md, Paid families: a paid plan is paid for first, and the payment creates the family. */
const paymentRequired = (url: string) =>
  new AppError("payment_required", 402, "Your family will be created as soon as its plan is paid for.", {
    details: { url },
  });

/**
 * Creates a family owned by the caller. The session stays in its current family.
 * @param origin the address that the visitor uses
 * @throws AppError 403 for a child, a super admin, or an unconfirmed account that has a family; 409 free_family_exists,
 * 402 payment_required with the `url` where a paid plan is bought, 503 families_ceiling; PaymentsError, including 503
 * billing_not_configured
 */
export async function createFamily(
  actor: Actor,
  { name, subscriptionTier: tier }: CreateFamilyInput,
  origin: string,
): Promise<FamilyDto> {
  if (actor.isSuperAdmin) throw forbidden("A super admin can't belong to a family.");
  if (actor.isChild) throw forbidden("A grown-up in your family can create a family.");
  if (actor.isUnconfirmed && (await db.membership.count({ where: { userId: actor.userId } })) > 0) {
    throw emailUnconfirmed();
  }
  if (tier !== "free") {
    const { url } = await startNewFamilyCheckout(actor, { name, tier, interval: "month" }, origin);
    throw paymentRequired(url);
  }
  const familyId = await db.$transaction(async (client) => {
    // Concurrent requests wait for each other here; the second one finds the first one's family.
    await lockPerson(client, actor.userId);
    if (await ownsFreeFamily(client, actor.userId)) {
      throw freeFamilyExists(
        "You already own a free family, and each owner can have one. Another one needs a plan.",
      );
    }
    const id = await insertFamily(client, actor.userId, name);
    await requireRoomForFreeFamily(client);
    return id;
  });
  return requireFamilyOf(actor, familyId);
}
