import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { exportLists } from "@/lib/album/exports/format";

/** Where each model is in `keepsake.json`: the head, or one of its lists. */
const travels: Record<string, "family" | keyof typeof exportLists> = {
  Family: "family",
  FeaturedHashtag: "family",
  HiddenPlace: "family",
  FamilyMember: "people",
  Membership: "people",
  ImportedPerson: "people",
  Media: "items",
  MediaClip: "items",
  MediaFacts: "items",
  MediaHashtag: "items",
  MediaTag: "items",
  Heart: "items",
  ImportedHeart: "items",
  Comment: "items",
  CommentRecording: "items",
  Face: "items",
  FaceGroup: "items",
  ImportedFace: "items",
  ImportedAttribution: "items",
  Album: "albums",
  AlbumItem: "albums",
  AlbumContributor: "albums",
  Book: "books",
  Notice: "notices",
  NoticeLike: "notices",
  GrowingNote: "growingNotes",
  MonthIcon: "monthIcons",
  PrintOrder: "printOrders",
  PrintOrderItem: "printOrders",
};

/** The same reasons as in decision 63. */
const reasons = {
  account:
    "An account is a person's, not the family's: people are matched to accounts of the other installation.",
  derived: "It is made again from the files and the rest.",
  consent: "Whether a computer looks into a family's photos is decided in each installation.",
  money: "What was paid or given is settled where it was.",
  secret: "A gift is a secret of the person who ordered it.",
  underWay: "It is work in progress.",
  log: "It is a record of this installation: who did what here, and what was sent.",
} as const;
const staysBehind: Record<string, keyof typeof reasons> = {
  Invitation: "account",
  PersonalKey: "account",
  HiddenMemory: "account",
  HiddenMemoryPerson: "account",
  PushSubscription: "account",
  Screen: "account",
  Session: "account",
  User: "account",
  MediaMonth: "derived",
  MemoryChange: "derived",
  MemoryPick: "derived",
  MediaMeasures: "derived",
  MediaRecognition: "derived",
  RecognitionSettings: "consent",
  StorageAlert: "derived",
  BasketItem: "underWay",
  Export: "underWay",
  Film: "derived",
  Import: "underWay",
  ImportArchive: "underWay",
  ImportEntry: "underWay",
  MaintenanceJob: "underWay",
  MediaArchive: "underWay",
  Upload: "underWay",
  UploadBundle: "underWay",
  UploadChunk: "underWay",
  BillingAccount: "money",
  BillingCheckout: "money",
  BillingEvent: "money",
  GiftCredit: "money",
  PrintCredit: "money",
  PrintSettings: "money",
  TierGrant: "money",
  Voucher: "money",
  VoucherPlan: "money",
  VoucherRedemption: "money",
  GiftOrder: "secret",
  GiftOrderPicture: "secret",
  ActivityEntry: "log",
  AdminMessage: "log",
  ContentReport: "log",
  IntegrityFinding: "log",
  IssueReport: "log",
  Notification: "log",
  MemoryPush: "log",
  PrintProviderCall: "log",
};

const folder = "prisma/schema";
const schema = readdirSync(folder)
  .map((file) => readFileSync(path.join(folder, file), "utf8"))
  .join("\n");
const models = new Map(
  [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = "", body = ""]) => [name, body]),
);
/** Whether a model belongs to a family, to one of its items, or to another model that does. */
const isOfFamily = (body: string): boolean =>
  /^ {2}(familyId|lastFamilyId|mediaId) /m.test(body) ||
  [...body.matchAll(/^ {2}\w+ +(\w+)\?? +@relation\(/gm)].some(
    ([, of = ""]) => of !== "User" && hasFamily(of),
  );
const hasFamily = (name: string): boolean => /^ {2}familyId /m.test(models.get(name) ?? "");

test("everything a family has is in an export, or stays behind for a reason", () => {
  const theirs = ["Family", ...[...models].filter(([, body]) => isOfFamily(body)).map(([name]) => name)];
  expect([...new Set(theirs)].sort()).toEqual([...Object.keys(travels), ...Object.keys(staysBehind)].sort());
  expect(Object.keys(travels).filter((name) => name in staysBehind)).toEqual([]);
});

test("decision 63 says what stays behind, and why", () => {
  const decisions = readdirSync("docs/decisions").filter((file) => file.startsWith("0063"));
  const text = readFileSync(path.join("docs/decisions", decisions[0] ?? ""), "utf8");
  for (const reason of Object.values(reasons)) expect(text).toContain(reason);
});

test("every list of the format has something of a family", () => {
  expect(Object.keys(exportLists).sort()).toEqual(
    [...new Set(Object.values(travels).filter((list) => list !== "family"))].sort(),
  );
});
