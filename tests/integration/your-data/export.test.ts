import { createHash } from "node:crypto";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { storeAlbum } from "@/tests/support/album-calls";
import { storeBook } from "@/tests/support/book-calls";
import { call, requestOf, respond } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  alsoIn,
  createMember,
  createOwner,
  createPerson,
  join,
  type Person,
  storeClip,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { storeFilm, storeNote } from "@/tests/support/growing-calls";
import { newcomer, storeInvitation } from "@/tests/support/invitations";
import { storeBasketItem, storePrintOrder } from "@/tests/support/print-calls";
import { giveBalance, storeGiftOrder } from "@/tests/support/shop-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { storeVoiceNote } from "@/tests/support/voice-notes";
import { pretendMailWorks, signUp } from "@/tests/support/working-mail";
import { unzip } from "@/tests/support/zip-files";

pretendMailWorks();
withTestDatabase();
withTestStorage();

async function exported({ cookie }: Pick<Person, "cookie">) {
  const answer = await call("GET", "/api/user/export", { cookie });
  const files = await unzip(answer.bytes);
  const json = (name: string) => JSON.parse(files.get(name)?.toString("utf8") ?? "null");
  return { ...answer, files, names: [...files.keys()], json };
}

test("the ZIP has what is known about the person, as a file to keep", async () => {
  const ada = await createOwner({ name: "The Okafors" });
  const { cookie, familyId } = ada;
  await db.family.update({ where: { id: familyId }, data: { firstYear: 1985 }, select: { id: true } });
  const item = await storeMedia(ada, { description: "At the #sea" });
  await call("POST", "/api/hearts", { cookie, json: { mediaId: item.id } });
  const { status, headers, files, names, json } = await exported(ada);
  expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(headers.get("content-disposition")).toMatch(
    new RegExp(`^attachment; filename="Keepsake - ${ada.username} - \\d{4}-\\d\\d-\\d\\d\\.zip"`),
  );
  expect(names).toEqual(expect.arrayContaining(["messages.json", "invitations.json"]));
  expect(files.get("README.txt")?.toString("utf8")).toContain("bit for bit");
  expect(json("account.json")).toMatchObject({ username: ada.username, email: ada.email });
  expect(json("families.json")).toMatchObject([{ name: "The Okafors", role: "owner", firstYear: 1985 }]);
  expect(json("sessions.json")).toEqual(
    expect.arrayContaining([expect.objectContaining({ userAgent: "Tests", ipAddress: "127.0.0.1" })]),
  );
  expect(json("hearts.json")).toMatchObject([{ mediaId: item.id }]);
  expect(json("activity.json")).toMatchObject([{ action: "account.exported" }]);
  expect(json("uploads.json")).toMatchObject([{ id: item.id, description: "At the #sea" }]);
});

test("it leaves out a reported item before the decision, and includes what the person reported", async () => {
  const ada = await createOwner();
  const { familyId, userId } = ada;
  const hidden = await storeMedia(ada, { deletedAt: new Date() });
  const told = { familyId, mediaId: hidden.id, reporterId: userId, reason: "Not this one." };
  await db.contentReport.create({ data: told, select: { id: true } });
  const issue = { userId, familyId, title: "The year won't open", message: "Nothing happens." };
  await db.issueReport.create({ data: issue, select: { id: true } });
  const { names, json } = await exported(ada);
  expect(json("reports.json")).toMatchObject({
    issues: [{ title: "The year won't open" }],
    content: [{ reason: "Not this one.", decision: null }],
  });
  expect(json("uploads.json")).toEqual([]);
  expect(names.filter((name) => name.endsWith(".jpg"))).toEqual([]);
});

test("it has what the person wrote, received and was named in, and nothing that others wrote", async () => {
  const ada = await createOwner();
  const nana = await createMember(ada.familyId);
  const { familyId } = ada;
  const { id: mediaId } = await storeMedia(nana, { hasFiles: false });
  const [me] = await db.familyMember.findMany({ where: { userId: ada.userId }, select: { id: true } });
  for (const { userId, username } of [ada, nana]) {
    const notice = { familyId, title: `Notice of ${username}`, message: "Hello", createdById: userId };
    await db.notice.create({ data: notice, select: { id: true } });
    await db.comment.create({ data: { mediaId, familyId, userId, text: username }, select: { id: true } });
    const told = { userId, familyId, kind: "comment", title: username, message: "Hello", url: "/" } as const;
    await db.notification.create({ data: told, select: { id: true } });
    const sent = {
      familyId,
      senderId: userId,
      title: username,
      message: "Hi",
      audience: "all",
      recipients: 1,
    };
    await db.adminMessage.create({ data: sent, select: { id: true } });
    const session = await db.session.findFirstOrThrow({ where: { userId }, select: { id: true } });
    await db.pushSubscription.create({
      data: {
        userId,
        sessionId: session.id,
        endpoint: `https://push.example.org/${username}`,
        endpointHash: Buffer.from(username),
        p256dh: "public key",
        auth: "secret",
        userAgent: "Firefox",
      },
      select: { id: true },
    });
  }
  const { id: noticeId } = await db.notice.findFirstOrThrow({
    where: { createdById: nana.userId },
    select: { id: true },
  });
  await db.noticeLike.create({ data: { noticeId, userId: ada.userId }, select: { id: true } });
  const tag = { mediaId, memberId: me?.id ?? "", familyId, taggedById: nana.userId };
  await db.mediaTag.create({ data: tag, select: { mediaId: true } });
  await db.hiddenMemory.createMany({
    data: [ada, nana].map(({ userId }) => ({ userId, mediaId, familyId })),
  });
  await db.hiddenMemoryPerson.create({
    data: { userId: ada.userId, memberId: me?.id ?? "", familyId },
    select: { memberId: true },
  });

  const said = await storeVoiceNote(ada, mediaId, { text: "Listen" });
  await storeVoiceNote(nana, mediaId, { text: "Her own" });

  for (const maker of [ada, nana]) await storeBook(maker, { title: maker.username }, [mediaId]);

  const { json, names } = await exported(ada);
  const { username } = ada;
  expect(json("books.json")).toMatchObject([{ title: username, pages: [{ mediaIds: [mediaId] }] }]);
  const hiddenAt = { familyId, createdAt: expect.any(String) };
  expect(json("memories.json")).toEqual({
    photos: [{ mediaId, ...hiddenAt }],
    people: [{ memberId: me?.id, ...hiddenAt }],
  });
  expect(json("notices.json")).toMatchObject({
    written: [{ title: `Notice of ${username}` }],
    liked: [{ noticeId }],
  });
  const place = `voice-notes/${said.commentId}.m4a`;
  expect(json("comments.json")).toMatchObject([
    { mediaId, text: username },
    { mediaId, text: "Listen", recording: { place, durationMs: 2_000 } },
  ]);
  expect(names.filter((name) => name.startsWith("voice-notes/"))).toEqual([place]);
  expect(json("notifications.json")).toMatchObject([{ kind: "comment", title: username }]);
  expect(json("admin-messages.json")).toMatchObject([{ title: username, audience: "all" }]);
  expect(json("tags.json")).toMatchObject([{ mediaId, isYou: true, byYou: false }]);
  expect(json("push-devices.json")).toEqual([
    { userAgent: "Firefox", createdAt: expect.any(String), lastSuccessAt: null },
  ]);
});

test("it has growing-up notes and films of someone, as far as they are this person's", async () => {
  const ada = await createOwner();
  const kofi = await createMember(ada.familyId);
  const me = await db.familyMember.findFirstOrThrow({ where: { userId: ada.userId }, select: { id: true } });
  await storeNote(ada, { text: "First steps" });
  await storeNote(kofi, { memberId: me.id, text: "First car" });
  await storeNote(kofi, { text: "First tooth" });
  await storeFilm(ada, { title: "Ada's", hasFile: false });
  await storeFilm(kofi, { title: "Kofi's", hasFile: false });
  const { json } = await exported(ada);
  expect(json("growing-notes.json")).toMatchObject([
    { text: "First steps", day: "2024-05-06", about: "Mia", isYou: false, byYou: true },
    { text: "First car", isYou: true, byYou: false },
  ]);
  expect(json("films.json")).toMatchObject([{ title: "Ada's", state: "ready" }]);
});

test("it has the basket, and what the person ordered with where it went, and nobody else's", async () => {
  const ada = await createOwner({ tier: "premium" });
  const kofi = await createMember(ada.familyId);
  for (const person of [ada, kofi]) {
    await storeBasketItem(person);
    await storePrintOrder(person);
    await storeGiftOrder(person);
    await giveBalance(person, 700);
  }
  const { json } = await exported(kofi);
  const address = expect.stringContaining("Leeds");
  expect(json("basket.json")).toEqual([expect.objectContaining({ size: "4x6", quantity: 1 })]);
  expect(json("print-orders.json")).toEqual([expect.objectContaining({ shippingAddress: address })]);
  expect(json("gift-orders.json")).toEqual([
    expect.objectContaining({ product: "mug", total: 1300, shippingAddress: address }),
  ]);
  expect(json("gift-balance.json")).toEqual([expect.objectContaining({ pence: 700 })]);
});

test("a stranger who signs up with someone's address and number doesn't see what is sent there, only what is sent for the account", async () => {
  const owner = await createOwner();
  const grandma = newcomer();
  await call("POST", "/api/invitations", { cookie: owner.cookie, json: grandma });
  await signUp("neighbour", "neighbour@example.org");
  const cookie = await signUp("stranger", grandma.email);
  const phoneNumber = "+447700900123";
  const { id: userId } = await db.user.update({
    where: { username: "stranger" },
    data: { phoneNumber },
    select: { id: true },
  });
  const reset = { channel: "sms", template: "passwordReset", recipient: phoneNumber, text: "" } as const;
  await db.outboxMessage.create({ data: reset, select: { id: true } });
  const phone = "/api/auth/phone-confirmation";
  await call("POST", phone, { cookie, json: { password: testPassword } });
  const templates = async () => {
    const { json } = await exported({ cookie });
    return (json("messages.json") as { template: string }[]).map(({ template }) => template);
  };
  expect(await templates()).toEqual(["confirmAccount", "confirmPhone"]);

  const confirmed = { emailConfirmedAt: new Date(), phoneConfirmedAt: new Date() };
  await db.user.update({ where: { id: userId }, data: confirmed, select: { id: true } });
  forgetSessions((actor) => actor.userId === userId);
  const all = ["invitation", "confirmAccount", "passwordReset", "confirmPhone"];
  expect(await templates()).toEqual(all);
});

test("it has one of each of the person's own things, and nothing that a relative sent, liked or was in", async () => {
  const nana = await createOwner();
  const { familyId } = nana;
  const ada = await createMember(familyId);
  const { id: mediaId } = await storeMedia(nana, { hasFiles: false });
  const { id: babyId } = await db.familyMember.create({
    data: { familyId, name: "Baby Ife" },
    select: { id: true },
  });
  const { id: noticeId } = await db.notice.create({
    data: { familyId, title: "Sunday", message: "Lunch", createdById: null },
    select: { id: true },
  });
  const expiresAt = new Date(Date.now() + 60_000);
  for (const [index, { userId, username, ...person }] of [nana, ada].entries()) {
    await db.familyMember.update({
      where: { familyId_userId: { familyId, userId } },
      data: { name: `Name of ${username}` },
      select: { id: true },
    });
    await storeInvitation({ userId, username, ...person }, { username: `guest-of-${username}` });
    const issue = { userId, familyId, title: username, message: "Nothing happens." };
    await db.issueReport.create({ data: issue, select: { id: true } });
    const content = { familyId, mediaId, reporterId: userId, reason: username, decision: "restore" } as const;
    await db.contentReport.create({ data: content, select: { id: true } });
    await db.activityEntry.createMany({
      data: [
        { action: `did.${username}`, actorId: userId },
        { action: `about.${username}`, subjectId: userId },
      ],
    });
    await db.noticeLike.create({ data: { noticeId, userId }, select: { noticeId: true } });
    await db.heart.create({ data: { mediaId, familyId, userId }, select: { mediaId: true } });
    const { id: ownId } = await storeMedia({ userId, username, ...person }, { hasFiles: false });
    await storeAlbum({ userId, username, ...person }, { title: `By ${username}`, story: "Told." }, [ownId]);
    const archive = { userId, familyId, digest: String(index).repeat(64), fileName: username, bytes: 1n };
    await db.mediaArchive.create({ data: { ...archive, entries: [], expiresAt }, select: { id: true } });
  }
  const { id: nanaId } = await db.familyMember.findUniqueOrThrow({
    where: { familyId_userId: { familyId, userId: nana.userId } },
    select: { id: true },
  });
  await db.mediaTag.createMany({
    data: [
      { mediaId, memberId: babyId, familyId, taggedById: nana.userId },
      { mediaId, memberId: nanaId, familyId, taggedById: ada.userId },
    ],
  });

  const { json } = await exported(ada);
  const { username } = ada;
  expect(json("families.json")).toMatchObject([{ you: { name: `Name of ${username}` } }]);
  expect(json("invitations.json")).toMatchObject([{ username: `guest-of-${username}` }]);
  expect(json("reports.json")).toMatchObject({
    issues: [{ title: username }],
    content: [{ reason: username }],
  });
  const actions = (json("activity.json") as { action: string }[]).map(({ action }) => action);
  expect(actions.sort()).toEqual([`about.${username}`, "account.exported", `did.${username}`]);
  expect(json("notices.json").liked).toHaveLength(1);
  expect(json("hearts.json")).toHaveLength(1);
  const [album, ...otherAlbums] = json("albums.json") as { id: string }[];
  expect([album, otherAlbums]).toEqual([
    expect.objectContaining({ title: `By ${username}`, story: "Told." }),
    [],
  ]);
  expect(json("album-items.json")).toMatchObject([{ albumId: album?.id, familyId }]);
  expect(json("downloads.json")).toMatchObject([{ fileName: username }]);
  expect(json("tags.json")).toMatchObject([{ mediaId, isYou: false, byYou: true }]);
});

test("uploads to two families in one month appear once, under the family they are in", async () => {
  const ada = await createOwner({ name: "The Okafors" });
  const other = await createOwner({ name: "The Linds" });
  await storeMedia(ada, { fileName: "ours.jpg" });
  await storeMedia(await alsoIn(ada, other.familyId), { fileName: "theirs.jpg" });
  await storeMedia(other, { fileName: "not-hers.jpg" });
  const { names } = await exported(ada);
  expect(names.filter((name) => name.startsWith("pictures/")).sort()).toEqual([
    "pictures/The Linds/2024/07 July/theirs.jpg",
    "pictures/The Okafors/2024/07 July/ours.jpg",
  ]);
});

test("two families of one name have folders of their own", async () => {
  const ada = await createOwner({ name: "The Okafors" });
  const other = await createOwner({ name: "the okafors" });
  await storeMedia(ada, { fileName: "beach.jpg" });
  await storeMedia(await alsoIn(ada, other.familyId), { fileName: "beach.jpg" });
  const { names } = await exported(ada);
  const pictures = names.filter((name) => name.startsWith("pictures/"));
  expect(pictures).toHaveLength(2);
  expect(new Set(pictures.map((name) => name.toLowerCase())).size).toBe(2);
});

test("photos moved while it is made are where its list says, and those no longer the person's are listed as missing", async () => {
  const ada = await createOwner();
  const other = await createOwner({ name: "Left meanwhile" });
  const first = await storeMedia(ada, { fileName: "beach.jpg", content: Buffer.from("first") });
  await storeMedia(ada, { fileName: "beach.jpg", content: Buffer.from("second") });
  const gone = await storeMedia(ada, { fileName: "gone.jpg", month: 8 });
  const bens = await storeMedia(ada, { fileName: "bens.jpg", month: 9 });
  const ben = await createMember(ada.familyId);
  const { familyId } = await alsoIn(ada, other.familyId);
  const left = await storeMedia({ ...ada, familyId }, { fileName: "left.jpg" });
  await storeClip({ ...ada, familyId }, left.id, { fileName: "left.mov" });
  // The only file between the list and the photos.
  const { storagePath } = await storeVoiceNote(ada, first.id);
  const stat = getStorage().stat;
  jest.spyOn(getStorage(), "stat").mockImplementation(async (key) => {
    if (key === storagePath) {
      const json = { mediaIds: [first.id], year: 2024, month: 1 };
      const moved = await call("POST", "/api/media/batch/move", { cookie: ada.cookie, json });
      expect(moved.status).toBe(200);
      await db.media.delete({ where: { id: gone.id }, select: { id: true } });
      // Imported by Ada, it is his once he joins.
      const data = { uploaderId: ben.userId };
      await db.media.update({ where: { id: bens.id }, data, select: { id: true } });
      await db.membership.deleteMany({ where: { userId: ada.userId, familyId } });
    }
    return stat.call(getStorage(), key);
  });
  const { files, json } = await exported(ada);
  jest.restoreAllMocks();
  const missing = json("missing-files.json") as string[];
  expect(missing.sort()).toEqual([
    "pictures/Left meanwhile/2024/07 July/left.jpg",
    "pictures/Left meanwhile/2024/07 July/left.mov",
    "pictures/The Okafors/2024/08 August/gone.jpg",
    "pictures/The Okafors/2024/09 September/bens.jpg",
  ]);
  const uploads = json("uploads.json") as { id: string; place: string; sha256: string }[];
  expect(uploads).toHaveLength(5);
  for (const { place, sha256 } of uploads.filter((upload) => !missing.includes(upload.place))) {
    const content = files.get(place) ?? Buffer.alloc(0);
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
  }
  expect([...files.keys()].filter((name) => name.startsWith("pictures/"))).toHaveLength(2);
});

test("originals are identical bit for bit, under readable names that never collide", async () => {
  const ada = await createOwner({ name: "Okafor/Lind: us?" });
  const named = async (fileName: string, content: string) =>
    storeMedia(ada, { fileName, content: Buffer.from(content) });
  await named("beach.jpg", "one");
  await named("Beach.JPG", "two");
  await named("beach (2).jpg", "three");
  await named("../../etc/passwd", "four");
  await storeMedia(ada, { month: 3, content: Buffer.from("five"), deletedAt: new Date() });
  const { names, files, json } = await exported(ada);
  const pictures = names.filter((name) => name.startsWith("pictures/"));
  expect(pictures).toHaveLength(5);
  expect(new Set(pictures.map((name) => name.toLowerCase())).size).toBe(5);
  for (const name of pictures)
    expect(name).toMatch(/^pictures\/Okafor Lind us\/2024\/0[37] (March|July)\/[^/]+$/);
  for (const { place, sha256 } of json("uploads.json") as { place: string; sha256: string }[]) {
    const content = files.get(place) ?? Buffer.alloc(0);
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
  }
});

test("a Live Photo is two files of one stem, and its description names both", async () => {
  const ada = await createOwner({ name: "Us" });
  await storeMedia(ada, { fileName: "IMG_1.MOV", mediaType: "video", mimeType: "video/quicktime" });
  const photo = await storeMedia(ada, { fileName: "IMG_1.HEIC" });
  const clip = await storeClip(ada, photo.id, { fileName: "IMG_1.MOV" });
  const { files, json } = await exported(ada);
  const uploads = json("uploads.json") as {
    id: string;
    place: string;
    clip: { place: string; sha256: string; bytes: number } | null;
  }[];
  const item = uploads.find(({ id }) => id === photo.id);
  expect(item?.clip).toMatchObject({
    fileName: "IMG_1.MOV",
    sha256: clip.sha256,
    bytes: clip.content.length,
  });
  const [photoPlace = "", clipPlace = ""] = [item?.place, item?.clip?.place];
  expect(photoPlace.replace(/\.HEIC$/, "")).toBe(clipPlace.replace(/\.MOV$/, ""));
  expect(files.get(photoPlace)?.equals(photo.content)).toBe(true);
  expect(files.get(clipPlace)?.equals(clip.content)).toBe(true);
  expect(uploads.filter(({ clip: one }) => one === null)).toHaveLength(1);
  expect(JSON.stringify(uploads)).not.toContain(clip.storagePath);
});

test("other people's pictures or facts aren't in it, nor those of families that were left", async () => {
  const ada = await createOwner();
  const ben = await createMember(ada.familyId);
  await storeMedia(ben, { fileName: "bens.jpg" });
  const left = await createOwner({ name: "Left behind" });
  await join(ada.userId, left.familyId, "member");
  await storeMedia({ ...ada, familyId: left.familyId }, { fileName: "left.jpg" });
  await db.membership.deleteMany({ where: { userId: ada.userId, familyId: left.familyId } });
  const { files, names } = await exported(ada);
  const everything = Buffer.concat([...files.values()]).toString("latin1");
  for (const secret of [ben.username, ben.email, "bens.jpg", "left.jpg", "Left behind"]) {
    expect(everything).not.toContain(secret);
  }
  expect(names.filter((name) => name.startsWith("pictures/"))).toEqual([]);
});

test("it contains no hash and no secret", async () => {
  const ada = await createPerson({ totpSecret: "TOPSECRETTOTP" });
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: ada.userId } });
  const { files } = await exported(ada);
  const everything = Buffer.concat([...files.values()]).toString("latin1");
  expect(everything).not.toContain("TOPSECRETTOTP");
  expect(everything).not.toContain(passwordHash ?? "?");
  expect(everything).not.toMatch(/(password|token|code)Hash|"credentialId"|totpSecret/);
});

test("a missing original is reported, and the rest is still included", async () => {
  const ada = await createOwner();
  const gone = await storeMedia(ada, { fileName: "gone.jpg", content: Buffer.from("gone") });
  await storeMedia(ada, { fileName: "here.jpg", content: Buffer.from("here") });
  await getStorage().delete(gone.storagePath);
  const { names, json } = await exported(ada);
  expect(json("missing-files.json")).toEqual(["pictures/The Okafors/2024/07 July/gone.jpg"]);
  expect(names).toContain("pictures/The Okafors/2024/07 July/here.jpg");
});

test("many pictures take no more memory than few: the ZIP waits for its reader", async () => {
  const ada = await createOwner();
  const megabytes = 4;
  for (let index = 0; index < 12; index++) {
    await storeMedia(ada, { fileName: "big.jpg", content: Buffer.alloc(megabytes << 20, index + 1) });
  }
  const response = await respond(requestOf("GET", "/api/user/export", { cookie: ada.cookie }));
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let opened = 0;
  const read = getStorage().read;
  jest.spyOn(getStorage(), "read").mockImplementation(async (...parts) => {
    opened += 1;
    return read.apply(getStorage(), parts);
  });
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    // An original is opened once those before it have been sent, give or take a buffer or two.
    expect(opened).toBeLessThanOrEqual(Math.floor(bytes / (megabytes << 20)) + 2);
  }
  jest.restoreAllMocks();
  expect(opened).toBe(12);
  expect(bytes).toBeGreaterThan(12 * (megabytes << 20));
});

test("a reader who disconnects stops it", async () => {
  const ada = await createOwner();
  const content = Buffer.alloc(8 << 20, 1);
  await storeMedia(ada, { fileName: "big.jpg", content });
  const closed: Promise<void>[] = [];
  const read = getStorage().read;
  jest.spyOn(getStorage(), "read").mockImplementation(async (...parts) => {
    const stream = await read.apply(getStorage(), parts);
    closed.push(new Promise((resolve) => stream.once("close", resolve)));
    return stream;
  });
  const response = await respond(requestOf("GET", "/api/user/export", { cookie: ada.cookie }));
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  while (closed.length === 0) await reader.read();
  await reader.cancel();
  await Promise.all(closed);
  jest.restoreAllMocks();
  expect((await call("GET", "/api/user/export", { cookie: ada.cookie })).status).toBe(200);
});
