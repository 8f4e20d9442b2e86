import { boxPurpose } from "@/lib/account/security/server/second-factor-service";
import { isSealedWithPresentKey, openSecret, sealSecret } from "@/lib/core/auth/server/secret-box";
import { openLivePart, sealLivePart } from "@/lib/core/messages/server/live-part";
import { db } from "@/lib/db";
import { hashVoucherCode, sealPurpose } from "@/lib/shop/vouchers/server/code";

export interface Resealed {
  count: number;
  /** Rows whose key is not in AUTH_SECRET: they were unreadable before, and stay as they are. */
  unreadable: number;
}

const batchSize = 500;

/** Visits rows by id. @param work true: resealed; null: its key is missing; false: nothing to do */
async function eachRow<Row extends { id: string }>(
  list: (after: string) => Promise<Row[]>,
  work: (row: Row) => Promise<boolean | null>,
): Promise<Resealed> {
  const result = { count: 0, unreadable: 0 };
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await list(after);
    for (const row of rows) {
      const outcome = await work(row);
      if (outcome) result.count++;
      if (outcome === null) result.unreadable++;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return result;
    after = last.id;
  }
}

const page = (after: string) => ({
  where: { id: { gt: after } },
  orderBy: { id: "asc" as const },
  take: batchSize,
});

const resealAuthenticators = () =>
  eachRow(
    (after) => db.user.findMany({ ...page(after), select: { id: true, totpSecret: true } }),
    async ({ id, totpSecret }) => {
      if (!totpSecret || isSealedWithPresentKey(totpSecret)) return false;
      const secret = openSecret(totpSecret, boxPurpose, id);
      if (secret === null) return null;
      // Set up again meanwhile: the new one uses the current key.
      const { count } = await db.user.updateMany({
        where: { id, totpSecret },
        data: { totpSecret: sealSecret(secret, boxPurpose, id) },
      });
      return count > 0;
    },
  );

const resealVouchers = () =>
  eachRow(
    (after) => db.voucher.findMany({ ...page(after), select: { id: true, codeSealed: true } }),
    async ({ id, codeSealed }) => {
      if (isSealedWithPresentKey(codeSealed)) return false;
      const code = openSecret(codeSealed, sealPurpose, id);
      if (code === null) return null;
      await db.voucher.update({
        where: { id },
        data: { codeSealed: sealSecret(code, sealPurpose, id), codeHash: hashVoucherCode(code) },
        select: { id: true },
      });
      return true;
    },
  );

const resealMessages = () =>
  eachRow(
    (after) => db.outboxMessage.findMany({ ...page(after), select: { id: true, livePart: true } }),
    async ({ id, livePart }) => {
      if (!livePart || isSealedWithPresentKey(livePart.split(" ")[1] ?? "")) return false;
      const open = openLivePart(livePart);
      if (!open) return null;
      // Blanked meanwhile: then it stays blank.
      const { count } = await db.outboxMessage.updateMany({
        where: { id, livePart },
        data: { livePart: sealLivePart(open.value, open.marker) },
      });
      return count > 0;
    },
  );

/** Reseals with the current key everything in the database that was sealed with an earlier one. */
export async function resealAll(): Promise<Record<"authenticators" | "vouchers" | "messages", Resealed>> {
  return {
    authenticators: await resealAuthenticators(),
    vouchers: await resealVouchers(),
    messages: await resealMessages(),
  };
}
