import { randomUUID } from "node:crypto";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { storeAlbum } from "@/tests/support/album-calls";
import { storeArchive } from "@/tests/support/batch-calls";
import { storeBook } from "@/tests/support/book-calls";
import type { Canaries, IdKind } from "@/tests/support/canaries/canaries";
import type { CanaryKind } from "@/tests/support/canaries/policy";
import { prepared } from "@/tests/support/export-calls";
import { storeLabels, storeVisibleFace } from "@/tests/support/faces";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeNote } from "@/tests/support/growing-calls";
import { storeImport, storeImportedPerson } from "@/tests/support/import-calls";
import { storeHiddenPlace } from "@/tests/support/map-calls";
import { wholeCircle } from "@/tests/support/panoramas";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { storeBasketItem, storePrintOrder } from "@/tests/support/print-calls";
import { storeGiftOrder } from "@/tests/support/shop-calls";
import { storeVoiceNote } from "@/tests/support/voice-notes";

/** An item whose words and bytes are all canaries. */
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

/** What someone added to their family's album, wrote there and ordered. */
export async function plantAlbum(canaries: Canaries, author: FamilyPerson): Promise<void> {
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
  await plantOrders(canaries, author, mediaId);
}

/** Their basket, archive and export, and what they ordered. */
async function plantOrders(canaries: Canaries, author: FamilyPerson, mediaId: string): Promise<void> {
  const { familyId, userId } = author;
  const plant = (kind: CanaryKind, word?: string) => canaries.plant(kind, { userId, familyId }, word);
  const keep = (kind: IdKind, id: string) => canaries.addId(familyId, kind, id);
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
