import { readFileSync } from "node:fs";
import { databasePool, db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, createPerson } from "@/tests/support/factories";

withTestDatabase();

/** Applies the migration's updates to the existing rows. */
async function backfill() {
  const file = "prisma/migrations/20261123020000_unconfirmed_accounts/migration.sql";
  const statements = readFileSync(file, "utf8").split(/;\n/);
  for (const statement of statements) if (/^UPDATE /m.test(statement)) await databasePool().query(statement);
}

test("older accounts count as confirmed if something vouches for them; a planted one doesn't", async () => {
  const operator = await createPerson();
  const owner = await createOwner();
  const member = await createMember(owner.familyId);
  const [reset, moved, linked, planted, alone] = [
    await createPerson(),
    await createPerson(),
    await createPerson(),
    await createPerson(),
    await createOwner(),
  ];
  await db.activityEntry.createMany({
    data: [
      { action: "account.passwordReset", subjectId: reset.userId, detail: { by: "mail" } },
      { action: "account.passwordReset", subjectId: planted.userId, detail: { by: "sms" } },
      { action: "account.emailChanged", subjectId: moved.userId },
    ],
  });
  await db.linkedIdentity.createMany({
    data: [
      { userId: linked.userId, provider: "oidc", subject: "1", email: linked.email.toUpperCase() },
      { userId: planted.userId, provider: "oidc", subject: "2", email: "attacker@example.org" },
    ],
  });
  await db.user.updateMany({ data: { emailConfirmedAt: null } });
  await backfill();
  const confirmed = await db.user.findMany({
    where: { emailConfirmedAt: { not: null } },
    select: { id: true },
  });
  expect(new Set(confirmed.map(({ id }) => id))).toEqual(
    new Set([operator, owner, member, reset, moved, linked].map(({ userId }) => userId)),
  );
  expect(confirmed.map(({ id }) => id)).not.toContain(alone.userId);
});

test("older temporary passwords also expire within 7 days", async () => {
  const { userId } = await createPerson({ passwordTemporary: true });
  await backfill();
  const { passwordExpiresAt } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const days = ((passwordExpiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
});
