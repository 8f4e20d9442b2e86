import { databasePool } from "@/lib/db";

/** What must always be true of a family's ledger of prints; each row of the result describes a violation. */
const breaches = {
  name: "ledger-breaches",
  text: `
    SELECT 'a month sums to ' || sum(prints) AS breach FROM "PrintCredit" WHERE "familyId" = $1
      GROUP BY "userId", month HAVING sum(prints) < 0
    UNION ALL SELECT count(*) || ' orders in a month' FROM "PrintOrder" WHERE "familyId" = $1 AND status <> 'cancelled'
      GROUP BY "userId", month HAVING count(*) > 1
    UNION ALL SELECT o."printCount" || ' ordered, ' || -sum(c.prints) || ' booked' FROM "PrintOrder" o
      LEFT JOIN "PrintCredit" c ON c."orderId" = o.id AND c.kind = 'order'
      WHERE o."familyId" = $1 GROUP BY o.id HAVING o."printCount" IS DISTINCT FROM -sum(c.prints)
    UNION ALL SELECT 'a cancelled order keeps ' || sum(c.prints) FROM "PrintOrder" o
      JOIN "PrintCredit" c ON c."orderId" = o.id WHERE o."familyId" = $1 AND o.status = 'cancelled'
      GROUP BY o.id HAVING sum(c.prints) <> 0
    UNION ALL SELECT 'a month granted ' || sum(prints) FROM "PrintCredit" WHERE "familyId" = $1 AND kind = 'grant'
      GROUP BY "userId", month HAVING sum(prints) NOT BETWEEN 0 AND 20
    UNION ALL SELECT ordered || ' ordered of ' || granted || ' granted' FROM (
      SELECT (SELECT COALESCE(sum("printCount"), 0) FROM "PrintOrder" WHERE "familyId" = $1 AND status <> 'cancelled') ordered,
             (SELECT COALESCE(sum(prints), 0) FROM "PrintCredit" WHERE "familyId" = $1 AND kind = 'grant')
           + (SELECT COALESCE(sum(v.amount), 0) FROM "VoucherRedemption" r JOIN "Voucher" v ON v.id = r."voucherId"
              WHERE r."familyId" = $1 AND v.source = 'house') granted) t WHERE ordered > granted
    UNION ALL SELECT 'vouchers are off by ' || off FROM (
      SELECT (SELECT COALESCE(sum(prints), 0) FROM "PrintCredit" WHERE "familyId" = $1 AND kind = 'voucher')
           + (SELECT COALESCE(sum(amount * "usesLeft"), 0) FROM "Voucher" WHERE "familyId" = $1 AND "returnedAt" IS NULL)
           - (SELECT COALESCE(sum(v.amount), 0) FROM "VoucherRedemption" r JOIN "Voucher" v ON v.id = r."voucherId"
              WHERE r."familyId" = $1 AND v.source = 'house') off) t WHERE off <> 0
    UNION ALL SELECT 'uses are off by ' || (v.uses - v."usesLeft" - count(r.id)) FROM "Voucher" v
      LEFT JOIN "VoucherRedemption" r ON r."voucherId" = v.id WHERE v."familyId" = $1
      GROUP BY v.id HAVING v.uses - v."usesLeft" <> count(r.id)`,
};

/** What is wrong with a family's ledger: empty when all is right. */
export async function ledgerBreaches(familyId: string): Promise<string[]> {
  const { rows } = await databasePool().query<{ breach: string }>({ ...breaches, values: [familyId] });
  return rows.map(({ breach }) => breach);
}
