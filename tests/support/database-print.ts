import { databasePool } from "@/lib/db";

/** What a refused call must not have touched. */
const tables = [
  "Media",
  "MediaMonth",
  "MediaHashtag",
  "Heart",
  "Family",
  "Membership",
  "FamilyMember",
  "Upload",
  "UploadChunk",
  "User",
  "Passkey",
  "RecoveryCode",
  "LinkedIdentity",
  "Invitation",
  "Notice",
  "NoticeLike",
  "FeaturedHashtag",
  "MonthIcon",
  "Notification",
  "AdminMessage",
  "BasketItem",
  "PrintOrder",
  "PrintOrderItem",
  "PrintCredit",
  "PrintSettings",
  "SystemSettings",
  "ApiKey",
  "MailTemplateEdit",
  "Campaign",
  "CampaignRecipient",
  "NewsSuppression",
  "IssueReport",
  "ContentReport",
  "Voucher",
  "VoucherRedemption",
  "VoucherPlan",
  "GiftCredit",
  "GiftOrder",
  "GiftOrderPicture",
  "PrintProviderCall",
  "BillingAccount",
  "BillingCheckout",
  "TierGrant",
  "StorageAlert",
  "MaintenanceJob",
  "IntegrityReport",
  "IntegrityFinding",
];

const prints = tables.map(
  (table) =>
    `SELECT '${table}', md5(coalesce(string_agg(t::text, ';' ORDER BY t::text), '')) FROM "${table}" t`,
);
/** Named, so that a connection plans it once. Of so many tables PostgreSQL reads some side by side, in whatever order. */
const print = { name: "database-print", text: `${prints.join(" UNION ALL ")} ORDER BY 1` };

/** A fingerprint of every row people own: equal before and after means that nothing was changed. */
export async function databasePrint(): Promise<string> {
  const { rows } = await databasePool().query(print);
  return JSON.stringify(rows);
}
