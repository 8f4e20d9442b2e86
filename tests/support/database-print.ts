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

/** A fingerprint of every row people own: equal before and after means that nothing was changed. */
export async function databasePrint(): Promise<string> {
  const prints = tables.map(
    (table) =>
      `SELECT '${table}', md5(coalesce(string_agg(t::text, ';' ORDER BY t::text), '')) FROM "${table}" t`,
  );
  // Of so many tables PostgreSQL reads some side by side, in whatever order they come.
  const { rows } = await databasePool().query(`${prints.join(" UNION ALL ")} ORDER BY 1`);
  return JSON.stringify(rows);
}
