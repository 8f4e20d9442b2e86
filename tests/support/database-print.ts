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
];

/** How many statements have changed anything: most tests ask after a call that changed nothing. */
const sum = {
  name: "database-changes-sum",
  text: "SELECT last_value::text || is_called AS count FROM test_prints.sum",
};

/** Counts of the statements that may have changed a table; what was rolled back counts too. */
const counts = {
  name: "database-changes",
  text: tables
    // The first number is shown before it is given, too.
    .map(
      (table) =>
        `SELECT '${table}' AS name, last_value::text || is_called AS count FROM test_prints."${table}"`,
    )
    .join(" UNION ALL "),
};

function countChanges(table: string): string {
  return `
    CREATE SEQUENCE test_prints."${table}";
    CREATE TRIGGER test_prints AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "${table}"
      FOR EACH STATEMENT EXECUTE FUNCTION test_prints.count_change();`;
}

const countAllChanges = `
  CREATE SCHEMA test_prints;
  CREATE SEQUENCE test_prints.sum;
  CREATE FUNCTION test_prints.count_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM nextval(format('test_prints.%I', TG_TABLE_NAME));
      PERFORM nextval('test_prints.sum');
      RETURN NULL;
    END $$;
  ${tables.map(countChanges).join("")}`;

let counting: Promise<unknown> | undefined;

interface Known<T> {
  sum: string;
  tables: Map<string, { count: string; value: T }>;
}

/** Reads the tables again that a statement has written to since `known` was filled. */
async function refresh<T>(known: Known<T>, read: (table: string) => Promise<T>): Promise<void> {
  counting ??= databasePool().query(countAllChanges);
  await counting;
  const now = (await databasePool().query<{ count: string }>(sum)).rows[0]?.count ?? "";
  if (now === known.sum) return;
  known.sum = now;
  const { rows } = await databasePool().query<{ name: string; count: string }>(counts);
  for (const { name, count } of rows) {
    if (known.tables.get(name)?.count !== count) known.tables.set(name, { count, value: await read(name) });
  }
}

const prints: Known<string> = { sum: "", tables: new Map() };

async function printTable(table: string): Promise<string> {
  const { rows } = await databasePool().query<{ print: string }>({
    name: `print-${table}`,
    text: `SELECT md5(coalesce(string_agg(t::text, ';' ORDER BY t::text), '')) AS print FROM "${table}" t`,
  });
  return rows[0]?.print ?? "";
}

/**
 * A fingerprint of every row people own: equal before and after means that nothing was changed. Only tables that a
 * statement has written to since are read again; thousands of tests ask.
 */
export async function databasePrint(): Promise<string> {
  await refresh(prints, printTable);
  return tables.map((table) => `${table} ${prints.tables.get(table)?.value}`).join("\n");
}

/** What a table holds, the time of its rows' last change apart. */
interface TableState {
  rows: number;
  print: string;
}

const states: Known<TableState> = { sum: "", tables: new Map() };

async function readState(table: string): Promise<TableState> {
  const { rows } = await databasePool().query<TableState>({
    name: `state-${table}`,
    text: `SELECT count(*)::int AS rows, md5(coalesce(string_agg(row, ';' ORDER BY row), '')) AS print
           FROM (SELECT (to_jsonb(t) - 'updatedAt' - 'editedAt')::text AS row FROM "${table}" t) r`,
  });
  return rows[0] ?? { rows: 0, print: "" };
}

/** As databasePrint, table by table, for tests that ask what a call did. */
export async function databaseState(): Promise<Map<string, TableState>> {
  await refresh(states, readState);
  return new Map([...states.tables].map(([table, { value }]) => [table, value]));
}
