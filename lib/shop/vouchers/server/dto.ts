import { openSecret } from "@/lib/core/auth/server/secret-box";
import { type AccountOfFamilies, nameInFamily, namesSelect } from "@/lib/core/names/server/display-name";
import type { Tier, VoucherKind } from "@/lib/generated/prisma/enums";
import { groupedCode } from "@/lib/shared/voucher-code";
import type { VoucherDto } from "@/lib/shop/vouchers/schema";
import { sealPurpose } from "@/lib/shop/vouchers/server/code";

export const voucherSelect = {
  id: true,
  codeSealed: true,
  kind: true,
  tier: true,
  amount: true,
  uses: true,
  usesLeft: true,
  expiresAt: true,
  revokedAt: true,
  createdAt: true,
  familyId: true,
  madeBy: { select: namesSelect },
  redemptions: { select: { user: { select: namesSelect } }, orderBy: { createdAt: "asc" }, take: 50 },
} as const;

export interface VoucherRow {
  id: string;
  codeSealed: string;
  kind: VoucherKind;
  tier: Tier | null;
  amount: number;
  uses: number;
  usesLeft: number;
  expiresAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
  familyId: string | null;
  madeBy: AccountOfFamilies | null;
  redemptions: { user: AccountOfFamilies | null }[];
}

function stateOf({ revokedAt, usesLeft, expiresAt }: VoucherRow, now: Date): VoucherDto["state"] {
  if (revokedAt) return "revoked";
  if (usesLeft === 0) return "usedUp";
  return expiresAt && expiresAt <= now ? "expired" : "open";
}

export function voucherDto(row: VoucherRow, now = new Date()): VoucherDto {
  const {
    codeSealed,
    tier,
    expiresAt,
    createdAt,
    familyId,
    madeBy,
    redemptions,
    revokedAt: _,
    ...voucher
  } = row;
  // Super admins, who create the installation's own, know accounts but no families' names.
  const shown = (user: AccountOfFamilies) => (familyId ? nameInFamily(user, familyId) : user.username);
  const letters = openSecret(codeSealed, sealPurpose, row.id);
  return {
    ...voucher,
    // With another AUTH_SECRET, the code can neither be used nor read.
    code: letters === null ? "" : groupedCode(letters),
    tier: tier === "free" ? null : tier,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    state: stateOf(row, now),
    madeBy: madeBy && shown(madeBy),
    usedBy: redemptions.flatMap(({ user }) => (user ? [shown(user)] : [])),
  };
}
