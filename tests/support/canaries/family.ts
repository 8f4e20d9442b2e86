import { db } from "@/lib/db";
import type { VoucherDto } from "@/lib/shop/vouchers/schema";
import { storeNotice } from "@/tests/support/board-calls";
import { type Canaries, type IdKind, rareAddress, rareDay } from "@/tests/support/canaries/canaries";
import type { CanaryKind } from "@/tests/support/canaries/policy";
import { storeFamilyMember, storeGroup, switchRecognition } from "@/tests/support/faces";
import { type FamilyPerson, madeUpLedgers } from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";
import { operatorVoucher } from "@/tests/support/shop-calls";

/** What belongs to the family as a whole. */
export async function plantFamily(
  canaries: Canaries,
  admin: FamilyPerson,
  everyone: FamilyPerson[],
): Promise<void> {
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
