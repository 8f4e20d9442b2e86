import { createHash, randomUUID } from "node:crypto";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import type { Role } from "@/lib/generated/prisma/enums";
import { getStorage } from "@/lib/platform/storage/storage";
import type { VoucherDto } from "@/lib/shop/vouchers/schema";
import { storeAlbum } from "@/tests/support/album-calls";
import { giveAuthenticator } from "@/tests/support/authenticator-app";
import { storeArchive } from "@/tests/support/batch-calls";
import { storeNotice } from "@/tests/support/board-calls";
import { storeBook } from "@/tests/support/book-calls";
import { call } from "@/tests/support/call";
import { newWord, WordFinder } from "@/tests/support/canaries/finder";
import type { Canary, CanaryKind, Reader } from "@/tests/support/canaries/policy";
import { prepared } from "@/tests/support/export-calls";
import {
  storeFamilyMember,
  storeGroup,
  storeLabels,
  storeVisibleFace,
  switchRecognition,
} from "@/tests/support/faces";
import {
  createFamily,
  createMember,
  createPerson,
  type FamilyPerson,
  madeUpLedgers,
  openSession,
  type Person,
  storeMedia,
} from "@/tests/support/factories";
import { storeFilm, storeNote } from "@/tests/support/growing-calls";
import { storeImport, storeImportedPerson } from "@/tests/support/import-calls";
import { storeInvitation } from "@/tests/support/invitations";
import { storeKey } from "@/tests/support/keys";
import { storeHiddenPlace } from "@/tests/support/map-calls";
import { wholeCircle } from "@/tests/support/panoramas";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { storeBasketItem, storePrintOrder } from "@/tests/support/print-calls";
import { storeScreen } from "@/tests/support/screens";
import { operatorVoucher, storeGiftOrder } from "@/tests/support/shop-calls";
import { storeFailedJob } from "@/tests/support/super-admin-calls";
import { storeVoiceNote } from "@/tests/support/voice-notes";

/** The kind of thing an id in a request refers to. */
export type IdKind =
  | "album"
  | "archive"
  | "book"
  | "comment"
  | "export"
  | "face"
  | "family"
  | "familyUser"
  | "featuredHashtag"
  | "film"
  | "giftOrder"
  | "group"
  | "growingNote"
  | "hiddenPlace"
  | "identity"
  | "import"
  | "importedPerson"
  | "invitation"
  | "key"
  | "media"
  | "memberWithoutAccount"
  | "monthIcon"
  | "notice"
  | "outboxMessage"
  | "passkey"
  | "basketItem"
  | "person"
  | "printOrder"
  | "report"
  | "screen"
  | "session"
  | "trashed"
  | "upload"
  | "userId"
  | "video"
  | "voucher";

type Ids = Partial<Record<IdKind, string[]>>;

/** Every planted word, and the ids of the rows that contain them. */
export class Canaries {
  readonly all: Canary[] = [];
  /** By the family they are in; what belongs to no family is under "". */
  readonly ids = new Map<string, Ids>();

  plant(kind: CanaryKind, about: Omit<Canary, "kind" | "word"> = {}, word = newWord()): string {
    this.all.push({ kind, ...about, word: word.toLowerCase() });
    return word;
  }

  addId(familyId: string, kind: IdKind, id: string): void {
    const ids = this.ids.get(familyId) ?? {};
    this.ids.set(familyId, { ...ids, [kind]: [...(ids[kind] ?? []), id] });
  }

  idsOf(kind: IdKind, familyId?: string): string[] {
    const families = familyId === undefined ? [...this.ids.values()] : [this.ids.get(familyId) ?? {}];
    return families.flatMap((ids) => ids[kind] ?? []);
  }

  finder(): WordFinder {
    return new WordFinder(this.all.map(({ word }) => word));
  }
}

let days = 0;
/** A unique date, long before anyone's photos. */
const rareDay = () => new Date(Date.UTC(1901, 0, 1 + 37 * ++days)).toISOString().slice(0, 10);
const rareNumber = () => `+4479${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
const rareAddress = () =>
  `2001:db8:${createHash("sha256")
    .update(randomUUID())
    .digest("hex")
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, "$1:")}::7`;

/** An account's things that don't depend on a family. */
async function plantAccount(canaries: Canaries, person: Person): Promise<void> {
  const { userId, familyId } = person;
  const own = { userId, ...(familyId ? { familyId } : {}) };
  const plant = (kind: CanaryKind, word?: string) => canaries.plant(kind, own, word);
  const email = `${plant("email")}@example.org`;
  await db.user.update({
    where: { id: userId },
    data: {
      email,
      title: plant("title"),
      phoneNumber: plant("phoneNumber", rareNumber()),
      addressFullName: plant("address"),
      addressLine1: plant("address"),
      addressLine2: plant("address"),
      addressCity: plant("address"),
      addressPostcode: plant("address"),
      settings: { news: true },
    },
    select: { id: true },
  });
  const { secret, recoveryCodes } = await giveAuthenticator(person);
  plant("totpSecret", secret);
  for (const code of recoveryCodes) plant("recoveryCode", code);
  // Last, since proving the password is what turned the authenticator on.
  const { passwordHash } = await db.user.update({
    where: { id: userId },
    data: { passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$${plant("passwordHash")}` },
    select: { passwordHash: true },
  });
  if (!passwordHash) throw new Error("No password was kept");

  canaries.addId("", "userId", userId);
  const other = await openSession(userId, person.familyId);
  for (const { sessionId, cookie } of [person, other]) {
    plant("sessionId", sessionId);
    plant("sessionToken", cookie.split("=")[1]);
    await db.session.update({
      where: { id: sessionId },
      data: { userAgent: plant("device"), ipAddress: plant("ipAddress", rareAddress()) },
      select: { id: true },
    });
  }
  canaries.addId("", "session", other.sessionId);
  const passkey = await db.passkey.create({
    data: {
      userId,
      name: plant("passkeyName"),
      credentialId: plant("passkeyKey"),
      publicKey: Buffer.from(plant("passkeyKey")),
      counter: 0,
    },
    select: { id: true },
  });
  canaries.addId("", "passkey", passkey.id);
  if (familyId) {
    const stored = await storeKey(person, { name: plant("keyName") });
    plant("key", stored.key);
    canaries.addId("", "key", stored.id);
  }
  const identity = await db.linkedIdentity.create({
    data: {
      userId,
      provider: "oidc",
      subject: plant("identitySubject"),
      email: `${plant("identityEmail")}@example.org`,
    },
    select: { id: true },
  });
  canaries.addId("", "identity", identity.id);
  await db.pushSubscription.create({
    data: {
      userId,
      sessionId: other.sessionId,
      endpoint: `https://fcm.googleapis.com/fcm/send/${plant("pushEndpoint")}`,
      endpointHash: Buffer.from(randomUUID()),
      p256dh: plant("pushKey"),
      auth: plant("pushKey"),
    },
    select: { id: true },
  });
  await db.idempotencyKey.create({
    data: {
      userId,
      key: randomUUID(),
      request: "x",
      status: 200,
      answer: { canary: plant("idempotentAnswer") },
    },
    select: { userId: true },
  });
  await db.oneTimeToken.create({
    data: {
      kind: "confirmEmail",
      userId,
      tokenHash: Buffer.from(randomUUID()),
      detail: { email: `${plant("pendingEmail")}@example.org` },
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    select: { id: true },
  });
  await db.activityEntry.create({
    data: {
      action: "account.signedIn",
      actorId: userId,
      subjectId: userId,
      userAgent: plant("device"),
      ipAddress: plant("ipAddress", rareAddress()),
    },
    select: { id: true },
  });
  const issue = await db.issueReport.create({
    data: {
      userId,
      familyId: person.familyId,
      title: plant("issueReport"),
      message: plant("issueReport"),
      note: plant("reportNote"),
    },
    select: { id: true },
  });
  canaries.addId("installation", "report", issue.id);
  const message = await db.outboxMessage.create({
    data: {
      channel: "mail",
      template: "passwordChanged",
      recipient: email,
      subject: plant("outboxSubject"),
      text: plant("outbox"),
      state: "held",
    },
    select: { id: true },
  });
  canaries.addId("installation", "outboxMessage", message.id);
}

/** An item whose every word and byte is a canary. */
async function plantItem(
  canaries: Canaries,
  owner: FamilyPerson,
  values: Parameters<typeof storeMedia>[1] = {},
  kind?: CanaryKind,
): Promise<string> {
  const about = { userId: owner.userId, familyId: owner.familyId };
  const plant = (usual: CanaryKind) => canaries.plant(kind ?? usual, about);
  const hashtag = plant("hashtag");
  const isVideo = values.mediaType === "video";
  const why = canaries.plant("derivativeError", about);
  const content = Buffer.concat([
    isVideo ? clipBytes() : await tinyPicture(),
    Buffer.from(plant("originalBytes")),
  ]);
  const { id } = await storeMedia(owner, {
    fileName: `${plant("fileName")}.jpg`,
    description: `The lighthouse ${plant("description")} #${hashtag}`,
    ...(isVideo ? { derivatives: "failed", derivativeError: why } : {}),
    content,
    panorama: wholeCircle,
    ...values,
  });
  await db.mediaHashtag.createMany({ data: [{ mediaId: id, familyId: owner.familyId, hashtag }] });
  const facts = { cameraMake: plant("camera"), cameraModel: plant("camera"), lens: plant("camera") };
  await db.mediaFacts.createMany({ data: [{ mediaId: id, familyId: owner.familyId, ...facts }] });
  for (const size of ["thumbnail", "medium", "sphere"] as const) {
    await getStorage().replace(derivativeKey(owner.familyId, id, size), Buffer.from(plant("derivedBytes")));
  }
  return id;
}

/** Someone who commented on an item elsewhere, under the name that everyone here sees. */
async function plantWordsOfOthers(canaries: Canaries, author: FamilyPerson, mediaId: string): Promise<void> {
  const { userId, familyId } = author;
  const plant = (kind: CanaryKind) => canaries.plant(kind, { userId, familyId });
  const importedPersonId = await storeImportedPerson(author, { name: plant("importedPerson") });
  canaries.addId(familyId, "importedPerson", importedPersonId);
  const comment = await db.comment.create({
    data: { mediaId, familyId, importedPersonId, text: plant("importedComment") },
    select: { id: true },
  });
  canaries.addId(familyId, "comment", comment.id);
  const heart = { personId: importedPersonId, mediaId, familyId, createdAt: new Date() };
  await db.importedHeart.create({ data: heart, select: { mediaId: true } });
}

/** Names of files, albums and people that someone's former album had. */
async function plantImport(canaries: Canaries, author: FamilyPerson): Promise<void> {
  const plant = () => canaries.plant("importedName", { userId: author.userId, familyId: author.familyId });
  const importId = await storeImport(author, {
    state: "ready",
    report: { albums: [{ name: plant(), count: 1 }], people: [{ name: plant(), count: 1 }] },
  });
  canaries.addId(author.familyId, "import", importId);
  const { familyId } = author;
  const archive = {
    id: randomUUID(),
    importId,
    familyId,
    fileName: plant(),
    bytes: 1,
    mimeType: "application/zip",
  };
  await db.importArchive.create({ data: archive, select: { id: true } });
  const entry = { id: randomUUID(), importId, familyId, path: plant(), bytes: 1, albums: [plant()] };
  await db.importEntry.create({ data: { ...entry, facts: { description: plant() } }, select: { id: true } });
}

async function plantAlbum(canaries: Canaries, author: FamilyPerson): Promise<void> {
  const { familyId, userId } = author;
  const about = { userId, familyId };
  const plant = (kind: CanaryKind, word?: string) => canaries.plant(kind, about, word);
  const keep = (kind: IdKind, id: string) => canaries.addId(familyId, kind, id);

  const mediaId = await plantItem(canaries, author);
  keep("media", mediaId);
  keep("video", await plantItem(canaries, author, { mediaType: "video" }));
  await db.heart.create({ data: { userId, mediaId, familyId }, select: { userId: true } });
  await storeLabels(author, mediaId, [plant("label")]);
  const comment = await db.comment.create({
    data: { mediaId, familyId, userId, text: plant("comment") },
    select: { id: true },
  });
  keep("comment", comment.id);
  const content = Buffer.from(plant("comment"));
  keep("comment", (await storeVoiceNote(author, mediaId, { content, text: plant("comment") })).commentId);
  await plantWordsOfOthers(canaries, author, mediaId);
  const { id: memberId } = await db.familyMember.findFirstOrThrow({
    where: { familyId, userId },
    select: { id: true },
  });
  keep("growingNote", await storeNote(author, { memberId, mediaId, text: plant("growingNote") }));
  const told = { title: plant("albumTitle"), story: plant("albumStory") };
  const printed = { title: plant("albumTitle"), subtitle: plant("albumTitle"), isShared: true };
  keep("book", await storeBook(author, printed, [mediaId]));
  keep("album", await storeAlbum(author, { ...told, order: "hand", adders: "chosen" }, [mediaId]));
  const away = { deletedAt: new Date(), deletedById: userId };
  keep("trashed", await plantItem(canaries, author, away, "trashed"));
  const reportedId = await plantItem(canaries, author, away, "reported");
  const report = await db.contentReport.create({
    data: {
      familyId,
      mediaId: reportedId,
      reporterId: userId,
      reason: plant("reportReason"),
      note: plant("reportNote"),
    },
    select: { id: true },
  });
  keep("report", report.id);
  const clientUploadId = plant("unfinishedUpload");
  await db.upload.create({
    data: {
      userId,
      familyId,
      clientUploadId,
      fileName: plant("unfinishedUpload"),
      description: plant("unfinishedUpload"),
      fileSize: 100,
      totalChunks: 1,
      year: 2024,
      month: 7,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    select: { id: true },
  });
  keep("upload", clientUploadId);
  await plantImport(canaries, author);
  keep("hiddenPlace", await storeHiddenPlace(author, { name: plant("hiddenPlace") }));
  const group = await storeVisibleFace(author);
  keep("group", group.groupId);
  keep("face", group.faceIds[0] ?? "");
  await db.notification.create({
    data: {
      userId,
      familyId,
      kind: "notice",
      title: plant("notification"),
      message: plant("notification"),
      url: "/",
    },
    select: { id: true },
  });

  const basketItem = await storeBasketItem(author, { mediaId });
  keep("basketItem", plant("basketItem", basketItem));
  keep("archive", await storeArchive(author, mediaId));
  keep("export", (await prepared(author, "own")).id);
  const orderId = await storePrintOrder(author);
  keep("printOrder", orderId);
  const recipient = () => ({
    addressFullName: plant("printOrderAddress"),
    addressLine1: plant("printOrderAddress"),
    addressCity: plant("printOrderAddress"),
    addressPostcode: plant("printOrderAddress"),
  });
  await db.printOrder.update({
    where: { id: orderId },
    data: {
      shippingAddress: plant("printOrderAddress"),
      recipient: recipient(),
      trackingUrl: `https://post.example/${plant("printOrderAddress")}`,
      courtesyName: plant("printOrderAddress"),
      sendError: plant("printOrderNote"),
    },
    select: { id: true },
  });
  await db.printOrderItem.updateMany({ where: { orderId }, data: { fileName: plant("printOrderAddress") } });
  await db.printProviderCall.create({
    data: {
      familyId,
      orderId,
      provider: "professional-print-lab",
      action: "test",
      isOk: false,
      detail: plant("providerCall"),
      durationMs: 1,
    },
    select: { id: true },
  });
  const giftId = await storeGiftOrder(author, { mediaId });
  keep("giftOrder", giftId);
  await db.giftOrder.update({
    where: { id: giftId },
    data: {
      shippingAddress: plant("giftOrderAddress"),
      recipient: recipient(),
      trackingUrl: `https://post.example/${plant("giftOrderAddress")}`,
    },
    select: { id: true },
  });
  const card = await storeGiftOrder(author, { mediaId, product: "gift-card", size: "25" });
  const giftMessage = { giftEmail: `${plant("giftMessage")}@example.org`, giftMessage: plant("giftMessage") };
  await db.giftOrder.update({ where: { id: card }, data: giftMessage, select: { id: true } });
  keep("giftOrder", card);
}

/** What belongs to the family as a whole. */
async function plantFamily(canaries: Canaries, admin: FamilyPerson, everyone: FamilyPerson[]): Promise<void> {
  const { familyId, userId } = admin;
  const plant = (kind: CanaryKind, about: object = {}, word?: string) =>
    canaries.plant(kind, { familyId, ...about }, word);
  const keep = (kind: IdKind, id: string) => canaries.addId(familyId, kind, id);
  const author = { userId };
  madeUpLedgers.add(familyId);
  keep("family", familyId);
  const name = plant("familyName");
  await db.family.update({ where: { id: familyId }, data: { name }, select: { id: true } });
  await switchRecognition(familyId, { faces: true, labels: true });

  const baby = await storeFamilyMember(familyId, plant("personName"), plant("nickname"));
  keep("memberWithoutAccount", baby);
  const birthDate = new Date(plant("birthDate", {}, rareDay()));
  await db.familyMember.update({ where: { id: baby }, data: { birthDate }, select: { id: true } });
  await storeGroup(admin, { memberId: baby });
  for (const person of everyone) {
    keep("familyUser", person.userId);
    const where = { familyId_userId: { familyId, userId: person.userId } };
    const own = { userId: person.userId };
    const born = new Date(plant("birthDate", own, rareDay()));
    const member = await db.familyMember.update({
      where,
      data: { name: plant("personName", own), nickname: plant("nickname", own), birthDate: born },
      select: { id: true },
    });
    keep("person", member.id);
  }

  keep(
    "notice",
    await storeNotice(admin, { title: plant("notice", author), message: plant("notice", author) }),
  );
  const hidden = {
    title: plant("inactiveNotice", author),
    message: plant("inactiveNotice", author),
    isActive: false,
  };
  keep("notice", await storeNotice(admin, hidden));
  const featured = plant("featuredHashtag");
  const { id: featuredId } = await db.featuredHashtag.create({
    data: { familyId, key: featured, hashtag: `#${featured}` },
    select: { id: true },
  });
  keep("featuredHashtag", featuredId);
  const icon = await db.monthIcon.create({
    data: { familyId, year: 2024, month: 7, iconName: "Sun" },
    select: { id: true },
  });
  keep("monthIcon", icon.id);
  await db.printSettings.create({
    data: { familyId, courtesyName: plant("courtesyName") },
    select: { familyId: true },
  });
  const recipient = everyone.at(-1) ?? admin;
  const message = { recipients: [recipient.userId] };
  const title = plant("adminMessage", message);
  const text = plant("adminMessage", message);
  const sent = await db.adminMessage.create({
    data: { familyId, senderId: userId, title, message: text, audience: [recipient.userId], recipients: 1 },
    select: { id: true },
  });
  await db.notification.create({
    data: {
      userId: recipient.userId,
      familyId,
      kind: "adminMessage",
      title,
      message: text,
      url: "/",
      adminMessageId: sent.id,
    },
    select: { id: true },
  });
  await db.maintenanceJob.create({
    data: { familyId, task: "recount-storage", status: "failed", error: plant("maintenanceError") },
    select: { id: true },
  });
  await db.activityEntry.create({
    data: {
      action: "family.roleChanged",
      actorId: userId,
      subjectId: recipient.userId,
      familyId,
      ipAddress: canaries.plant("ipAddress", { userId }, rareAddress()),
      userAgent: canaries.plant("device", { userId }),
    },
    select: { id: true },
  });
  const invitation = await storeInvitation(admin, {
    username: plant("invitation", author),
    email: `${plant("invitation", author)}@example.org`,
  });
  keep("invitation", invitation.id);
  plant("invitationCode", {}, invitation.code);
  const voucher: VoucherDto = await operatorVoucher();
  const data = { source: "maker" as const, familyId, madeById: userId, returnedAt: new Date() };
  await db.voucher.update({ where: { id: voucher.id }, data, select: { id: true } });
  plant("voucherCode", {}, voucher.code);
  keep("voucher", voucher.id);
  await db.billingAccount.create({
    data: {
      familyId,
      customerId: plant("billingReference"),
      subscriptionId: plant("billingReference"),
      state: "active",
      tier: "family",
      interval: "month",
      amount: 499,
      currency: "GBP",
      currentPeriodEnd: new Date(Date.now() + 20 * 86_400_000),
      payerId: userId,
    },
    select: { familyId: true },
  });
}

async function plantInstallation(canaries: Canaries, superAdmin: Person): Promise<void> {
  const plant = (kind: CanaryKind, word?: string) => canaries.plant(kind, {}, word);
  const key = await call<{ key: string }>("POST", "/api/super-admin/api-keys", {
    cookie: superAdmin.cookie,
    json: { name: plant("apiKeyName"), scope: "reports:read" },
  });
  if (key.status !== 201) throw new Error(`No API key was made: ${key.status}`);
  plant("apiKey", key.body.key);
  plant("operatorVoucherCode", (await operatorVoucher()).code);
  await db.campaign.create({
    data: { subject: plant("campaign"), heading: plant("campaign"), paragraphs: [plant("campaign")] },
    select: { id: true },
  });
  await db.mailTemplateEdit.create({
    data: {
      name: "weeklyDigest",
      subject: "This week",
      heading: plant("mailTemplate"),
      paragraphs: [plant("mailTemplate")],
    },
    select: { name: true },
  });
  await db.systemError.create({
    data: { key: Buffer.from(randomUUID()), kind: plant("systemError"), place: plant("systemError") },
    select: { key: true },
  });
  await storeFailedJob();
}

export const readerKinds = [
  "anonymous",
  "child",
  "member",
  "relative",
  "admin",
  "owner",
  "otherMember",
  "otherOwner",
  "removedMember",
  "suspendedMember",
  "superAdmin",
] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** A reader, with what the policy has to know about them. */
export interface Asking extends Reader {
  kind: ReaderKind;
  person: Person | null;
}

export interface World {
  canaries: Canaries;
  readers: Record<ReaderKind, Asking>;
  our: string;
  other: string;
  suspended: string;
}

/** A TV, which children don't have. */
async function plantScreen(canaries: Canaries, { userId, familyId }: FamilyPerson): Promise<void> {
  const plant = (kind: CanaryKind, word?: string) => canaries.plant(kind, { userId, familyId }, word);
  const screen = await storeScreen({ userId, familyId }, { name: plant("screenName") });
  plant("screenSecret", screen.secret);
  canaries.addId(familyId, "screen", screen.id);
}

/** A film, which children don't make. */
async function plantFilm(canaries: Canaries, { userId, familyId }: FamilyPerson): Promise<void> {
  const title = canaries.plant("filmTitle", { userId, familyId });
  canaries.addId(familyId, "film", await storeFilm({ userId, familyId }, { title }));
}

async function plantMember(
  canaries: Canaries,
  familyId: string,
  role: Role,
  { hasAlbum = true, ...values }: { isChild?: boolean; hasAlbum?: boolean } = {},
): Promise<FamilyPerson> {
  const username = newWord();
  const person = await createMember(familyId, role, { username, ...values });
  canaries.plant("username", { userId: person.userId, familyId }, username);
  await plantAccount(canaries, person);
  if (!values.isChild) await plantScreen(canaries, person);
  if (!values.isChild) await plantFilm(canaries, person);
  if (hasAlbum) await plantAlbum(canaries, person);
  return person;
}

/** Three families, everyone in them and the installation, each with their own words. */
export async function plantWorld(): Promise<World> {
  const canaries = new Canaries();
  const [our, other, suspended] = await Promise.all([
    createFamily({ tier: "family" }),
    createFamily({ tier: "family" }),
    createFamily({ tier: "family" }),
  ]);
  const plant = (familyId: string, role: Role, values?: Parameters<typeof plantMember>[3]) =>
    plantMember(canaries, familyId, role, values);
  const hasAlbum = false;
  const people = {
    owner: await plant(our, "owner", { hasAlbum }),
    admin: await plant(our, "admin", { hasAlbum }),
    child: await plant(our, "member", { isChild: true, hasAlbum }),
    relative: await plant(our, "member"),
    member: await plant(our, "member"),
    removedMember: await plant(our, "member"),
    otherOwner: await plant(other, "owner", { hasAlbum }),
    otherMember: await plant(other, "member"),
    suspendedMember: await plant(suspended, "owner"),
  };
  const { owner, admin, child, relative, member, otherOwner, otherMember, suspendedMember } = people;
  await plantFamily(canaries, admin, [owner, admin, child, member, relative]);
  await plantFamily(canaries, otherOwner, [otherOwner, otherMember]);
  await plantFamily(canaries, suspendedMember, [suspendedMember]);
  const superAdmin = await createPerson({ isSuperAdmin: true });
  await plantInstallation(canaries, superAdmin);
  await db.family.update({
    where: { id: suspended },
    data: { suspendedAt: new Date() },
    select: { id: true },
  });
  await db.membership.deleteMany({ where: { userId: people.removedMember.userId } });
  // As the product does when someone is removed, or a family suspended.
  forgetSessions(() => true);

  const inside = (kind: ReaderKind, person: FamilyPerson, role: Role): Asking => ({
    kind,
    person,
    userId: person.userId,
    familyId: person.familyId,
    role,
    memberOf: [person.familyId],
    isSuperAdmin: false,
  });
  const outside = (kind: ReaderKind, person: Person | null, memberOf: string[] = []): Asking => ({
    kind,
    person,
    userId: person?.userId ?? null,
    familyId: null,
    role: null,
    memberOf,
    isSuperAdmin: kind === "superAdmin",
  });
  const readers = {
    anonymous: outside("anonymous", null),
    child: inside("child", child, "member"),
    member: inside("member", member, "member"),
    relative: inside("relative", relative, "member"),
    admin: inside("admin", admin, "admin"),
    owner: inside("owner", owner, "owner"),
    otherMember: inside("otherMember", otherMember, "member"),
    otherOwner: inside("otherOwner", otherOwner, "owner"),
    removedMember: outside("removedMember", people.removedMember),
    suspendedMember: outside("suspendedMember", suspendedMember, [suspended]),
    superAdmin: outside("superAdmin", superAdmin),
  };
  return { canaries, readers, our, other, suspended };
}
