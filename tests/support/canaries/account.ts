import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { giveAuthenticator } from "@/tests/support/authenticator-app";
import { type Canaries, rareAddress, rareNumber } from "@/tests/support/canaries/canaries";
import type { CanaryKind } from "@/tests/support/canaries/policy";
import { openSession, type Person } from "@/tests/support/factories";
import { storeKey } from "@/tests/support/keys";

type Plant = (kind: CanaryKind, word?: string) => string;

/** An account's data that doesn't depend on a family. */
export async function plantAccount(canaries: Canaries, person: Person): Promise<void> {
  const { userId, familyId } = person;
  const own = { userId, ...(familyId ? { familyId } : {}) };
  const plant: Plant = (kind, word) => canaries.plant(kind, own, word);
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
  await plantWaysIn(canaries, plant, person);
  await plantRecords(canaries, plant, person, email);
}

/** Sessions, a browser with push notifications, a passkey, a key and an account elsewhere. */
async function plantWaysIn(canaries: Canaries, plant: Plant, person: Person): Promise<void> {
  const { userId, familyId } = person;
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
}

/** Records of what they did, and what they wrote or were sent. */
async function plantRecords(
  canaries: Canaries,
  plant: Plant,
  { userId, familyId }: Person,
  email: string,
): Promise<void> {
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
      familyId,
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
