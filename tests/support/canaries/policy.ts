/**
 * Who may see which planted word, according to specification 3 and 6 and to what the product promises; never according
 * to the code.
 * - `own`: the person it is about, or who wrote it
 * - `family`: everyone now inside the family; `admins`, `owners`: those of the family now
 * - `members`: everyone who belongs to the family, also while it is closed or another one is selected
 * - `recipients`: those whom the word names
 * - `ownExport`: the person who wrote it, in the exported copy of their data, and nowhere else
 * - `superAdmin`
 * Nobody: secrets that are shown once or never.
 */
export type Audience =
  | "own"
  | "family"
  | "members"
  | "admins"
  | "owners"
  | "recipients"
  | "ownExport"
  | "superAdmin";

export const policy = {
  // People
  username: ["own", "family", "superAdmin"],
  email: ["own", "admins", "superAdmin"],
  phoneNumber: ["own"],
  address: ["own"],
  // The name a person chose is what their families call them.
  title: ["own", "family"],
  pendingEmail: ["own"],
  personName: ["family", "ownExport"],
  nickname: ["family", "ownExport"],
  birthDate: ["family", "ownExport"],
  // Sign-in methods
  passwordHash: [],
  totpSecret: [],
  recoveryCode: [],
  sessionToken: [],
  sessionId: ["own"],
  device: ["own", "superAdmin"],
  ipAddress: ["own", "superAdmin"],
  passkeyName: ["own"],
  passkeyKey: [],
  keyName: ["own"],
  key: [],
  screenName: ["own"],
  screenSecret: [],
  identityEmail: ["own"],
  identitySubject: ["own"],
  pushEndpoint: [],
  pushKey: [],
  idempotentAnswer: [],
  // The family
  familyName: ["members", "superAdmin"],
  courtesyName: ["family"],
  hiddenPlace: ["admins"],
  // The album
  fileName: ["family", "ownExport"],
  description: ["family", "ownExport"],
  hashtag: ["family", "ownExport"],
  featuredHashtag: ["family"],
  storagePath: ["family"],
  originalBytes: ["family", "ownExport"],
  derivedBytes: ["family"],
  camera: ["family", "ownExport"],
  label: ["family"],
  comment: ["family", "ownExport"],
  growingNote: ["family", "ownExport"],
  filmTitle: ["own"],
  importedPerson: ["family"],
  importedComment: ["family"],
  albumTitle: ["family", "ownExport"],
  albumStory: ["family", "ownExport"],
  trashed: ["own", "admins"],
  reported: ["admins"],
  unfinishedUpload: ["own"],
  importedName: ["own", "admins"],
  derivativeError: ["admins"],
  // Messages
  notice: ["family", "ownExport"],
  inactiveNotice: ["admins", "ownExport"],
  notification: ["own"],
  adminMessage: ["admins", "recipients"],
  reportReason: ["own", "admins", "superAdmin"],
  issueReport: ["own", "superAdmin"],
  reportNote: ["superAdmin"],
  // Orders and money
  basketItem: ["own"],
  printOrderAddress: ["own", "admins"],
  printOrderNote: ["admins"],
  giftOrderAddress: ["own", "superAdmin"],
  giftMessage: ["own"],
  voucherCode: ["admins"],
  operatorVoucherCode: ["superAdmin"],
  providerCall: ["admins"],
  billingReference: [],
  maintenanceError: ["admins"],
  // Invitations
  invitation: ["admins", "ownExport"],
  invitationCode: [],
  // The installation
  apiKeyName: ["superAdmin"],
  apiKey: [],
  campaign: ["superAdmin"],
  mailTemplate: ["superAdmin"],
  outbox: ["superAdmin"],
  outboxSubject: ["ownExport", "superAdmin"],
  systemError: ["superAdmin"],
} as const satisfies Record<string, readonly Audience[]>;
export type CanaryKind = keyof typeof policy;

/** A planted word. */
export interface Canary {
  kind: CanaryKind;
  word: string;
  /** The person it is about, or who wrote it. */
  userId?: string;
  familyId?: string;
  recipients?: readonly string[];
}

/** A reader, as the policy sees them. */
export interface Reader {
  userId: string | null;
  /** The selected family; null for none, and for a suspended one. */
  familyId: string | null;
  role: "owner" | "admin" | "member" | null;
  /** Every family they currently belong to. */
  memberOf: readonly string[];
  isSuperAdmin: boolean;
}

/** @param place METHOD path of the call, or the other source of the word */
export function canSee(reader: Reader, canary: Canary, place: string): boolean {
  const isOwn = reader.userId !== null && reader.userId === canary.userId;
  const isInside = reader.familyId !== null && reader.familyId === canary.familyId;
  const isAllowed: Record<Audience, boolean> = {
    own: isOwn,
    family: isInside,
    members: reader.memberOf.includes(canary.familyId ?? ""),
    admins: isInside && (reader.role === "admin" || reader.role === "owner"),
    owners: isInside && reader.role === "owner",
    recipients: reader.userId !== null && (canary.recipients ?? []).includes(reader.userId),
    ownExport: isOwn && place === "GET /api/user/export",
    superAdmin: reader.isSuperAdmin,
  };
  return policy[canary.kind].some((audience) => isAllowed[audience]);
}
