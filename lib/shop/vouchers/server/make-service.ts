import { randomUUID } from "node:crypto";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { sealSecret } from "@/lib/core/auth/server/secret-box";
import { getFormatLocale } from "@/lib/core/settings/server/service";
import { db, type Prisma } from "@/lib/db";
import type { VoucherSource } from "@/lib/generated/prisma/enums";
import { AppError, forbidden } from "@/lib/http/errors";
import { nextMonthStart } from "@/lib/shared/calendar-month";
import { counted } from "@/lib/shared/counted";
import { poundsText } from "@/lib/shared/currency";
import { lockGiftBalance, recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import { takePrints } from "@/lib/shop/prints/server/shared-prints-service";
import type { CreateVoucherInput, VoucherDto } from "@/lib/shop/vouchers/schema";
import { hashVoucherCode, newVoucherCode, sealPurpose } from "@/lib/shop/vouchers/server/code";
import { voucherDto, voucherSelect } from "@/lib/shop/vouchers/server/dto";

interface NewVoucher extends CreateVoucherInput {
  source: VoucherSource;
  familyId?: string;
  madeById?: string;
  month?: Date | null;
  giftOrderId?: string;
}

/** Stores a voucher. The caller has already taken its worth. */
export async function saveVoucher(
  client: Prisma.TransactionClient,
  { tier, expiresAt, ...voucher }: NewVoucher,
  id: string = randomUUID(),
): Promise<VoucherDto> {
  const code = newVoucherCode();
  const row = await client.voucher.create({
    data: {
      ...voucher,
      id,
      codeHash: hashVoucherCode(code),
      codeSealed: sealSecret(code, sealPurpose, id),
      tier: voucher.kind === "plan_months" ? tier : null,
      usesLeft: voucher.uses,
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    },
    select: voucherSelect,
  });
  return voucherDto(row);
}

const notEnough = (message: string) => new AppError("not_enough", 422, message, { field: "amount" });

/** @throws AppError 422 not_enough */
async function spendWorth(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  { kind, amount, uses }: CreateVoucherInput,
  voucherId: string,
): Promise<Date | null> {
  const worth = amount * uses;
  if (kind === "free_prints") {
    const month = await takePrints(client, actor, worth);
    if (month === undefined) {
      throw notEnough(
        `This voucher would give ${counted(worth, "print")} in all: more than you have. The prints you give come out of your own.`,
      );
    }
    return month;
  }
  const balance = await lockGiftBalance(client, actor.userId);
  if (worth > balance) {
    const locale = await getFormatLocale(actor.userId, client);
    throw notEnough(
      `This voucher would give ${poundsText(worth, locale)} in all, and your gift shop balance is ${poundsText(balance, locale)}. What you give comes out of it.`,
    );
  }
  await recordGiftEntry(client, { userId: actor.userId, kind: "given", pence: -worth, voucherId });
  return null;
}

/**
 * A voucher by a family's admin for family members, paid from the admin's own prints or balance. Nobody creates money
 * or a plan out of nothing.
 * @throws AppError 403 for months of a plan; 422 not_enough
 */
export async function createFamilyVoucher(
  actor: MemberActor,
  input: CreateVoucherInput,
): Promise<VoucherDto> {
  if (input.kind === "plan_months") {
    throw forbidden("Only the person who runs this server can give months of a plan.");
  }
  return db.$transaction(async (client) => {
    const id = randomUUID();
    const month = await spendWorth(client, actor, input, id);
    // The last moment of the month, so that it is shown as the month's last day.
    const monthEnd = month && new Date(nextMonthStart(month).getTime() - 1).toISOString();
    const isCutShort = monthEnd && (!input.expiresAt || new Date(input.expiresAt) > new Date(monthEnd));
    const { familyId, userId } = actor;
    await recordActivity(
      { action: "voucher.made", actorId: userId, familyId, detail: { voucherId: id, kind: input.kind } },
      client,
    );
    const made = { source: "maker" as const, familyId, madeById: userId, month };
    // The month's prints end with the month, and so does a voucher made of them.
    return saveVoucher(client, { ...input, ...made, ...(isCutShort ? { expiresAt: monthEnd } : {}) }, id);
  });
}

/** A voucher of the installation, for anyone who has its code. */
export async function createOperatorVoucher(
  actor: { userId: string },
  input: CreateVoucherInput,
): Promise<VoucherDto> {
  return db.$transaction(async (client) => {
    const voucher = await saveVoucher(client, { ...input, source: "house", madeById: actor.userId });
    const { id: voucherId, kind, amount, uses } = voucher;
    await recordActivity(
      { action: "voucher.made", actorId: actor.userId, detail: { voucherId, kind, amount, uses } },
      client,
    );
    return voucher;
  });
}
