import { databasePool } from "@/lib/db";

/** What a refused call must not have touched. */
const tables = [
  "Media",
  "MediaMonth",
  "MediaHashtag",
  "MediaTag",
  "Comment",
  "Heart",
  "Family",
  "Membership",
  "FamilyMember",
  "Upload",
  "UploadChunk",
  "User",
  "Passkey",
  "PersonalKey",
  "Screen",
  "RecoveryCode",
  "PushSubscription",
  "LinkedIdentity",
  "Invitation",
  "Notice",
  "NoticeLike",
  "FeaturedHashtag",
  "MonthIcon",
  "Notification",
  "AdminMessage",
  "BasketItem",
  "MediaArchive",
  "Export",
  "Book",
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
  "RecognitionSettings",
  "MediaRecognition",
  "Face",
  "FaceGroup",
  "IntegrityReport",
  "IntegrityFinding",
  "MediaMeasures",
  "MediaFacts",
  "MediaClip",
  "CommentRecording",
  "HiddenPlace",
  "ImportedPerson",
  "ImportedHeart",
  "ImportedAttribution",
  "ImportedFace",
  "HiddenMemory",
  "HiddenMemoryPerson",
  "MemoryPush",
  "GrowingNote",
  "Film",
];

/**
 * Every statement records what it added to a table: its rows, and a sum of hashes with and without the times of the
 * last change. Rereading a table after each of thousands of calls would take longer than the calls. Statements that are
 * rolled back leave no trace; rows deleted in replica mode (see emptyTables) are not noticed.
 */
function watched(table: string): string {
  const trigger = (event: string, rows: string) => `
    CREATE TRIGGER test_prints_${event} AFTER ${event} ON "${table}" REFERENCING ${rows}
      FOR EACH STATEMENT EXECUTE FUNCTION test_prints.note_change();`;
  const before = "OLD TABLE AS before_it";
  const after = "NEW TABLE AS after_it";
  return trigger("INSERT", after) + trigger("DELETE", before) + trigger("UPDATE", `${before} ${after}`);
}

const note = (sign: string, rows: string) => `
  INSERT INTO test_prints.changes
    SELECT TG_TABLE_NAME, ${sign}count(*), ${sign}sum(hashtextextended(t::text, 0)),
           ${sign}sum(hashtextextended((to_jsonb(t) - 'updatedAt' - 'editedAt')::text, 0))
    FROM ${rows} t HAVING count(*) > 0;`;

const watchAll = `
  CREATE SCHEMA test_prints;
  CREATE UNLOGGED TABLE test_prints.changes (name text, rows int, print numeric, timeless numeric);
  CREATE FUNCTION test_prints.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN ${note("-", "before_it")} END IF;
      IF TG_OP <> 'DELETE' THEN ${note("", "after_it")} END IF;
      RETURN NULL;
    END $$;
  ${tables.map(watched).join("")}`;

let watching: Promise<unknown> | undefined;

interface TableChange {
  name: string;
  rows: number;
  print: string;
  timeless: string;
}

/** What each table has gained since the first look. */
const sums = new Map(tables.map((name) => [name, { rows: 0, print: 0n, timeless: 0n }]));

async function addUpChanges(): Promise<void> {
  watching ??= databasePool().query(watchAll);
  await watching;
  const { rows: changes } = await databasePool().query<TableChange>({
    name: "database-changes",
    text: "DELETE FROM test_prints.changes RETURNING *",
  });
  for (const { name, rows, print, timeless } of changes) {
    const sum = sums.get(name);
    if (!sum) continue;
    sum.rows += rows;
    sum.print += BigInt(print);
    sum.timeless += BigInt(timeless);
  }
}

/** A fingerprint of every row people own: equal before and after means that nothing changed. */
export async function databasePrint(): Promise<string> {
  await addUpChanges();
  return [...sums].map(([table, { rows, print }]) => `${table} ${rows} ${print}`).join("\n");
}

/** What a table has gained since the first look; `print` leaves out when each row was last changed. */
interface TableState {
  rows: number;
  print: string;
}

/** Like databasePrint, but table by table, for tests of what a call did. */
export async function databaseState(): Promise<Map<string, TableState>> {
  await addUpChanges();
  return new Map([...sums].map(([table, { rows, timeless }]) => [table, { rows, print: `${timeless}` }]));
}
