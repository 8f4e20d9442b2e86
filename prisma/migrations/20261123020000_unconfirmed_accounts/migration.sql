-- AlterEnum
ALTER TYPE "TokenKind" ADD VALUE 'confirmAccount';

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "emailConfirmedAt" TIMESTAMPTZ(3),
ADD COLUMN     "passwordExpiresAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Invitation" ADD COLUMN     "mailCodeHash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_mailCodeHash_key" ON "Invitation"("mailCodeHash");

-- Nobody was ever asked to confirm the address they signed up with. An account counts as confirmed where something
-- speaks for it: it shares a family with another account, a mail to the address was used, a provider confirmed the
-- address, or it is the first account or a super admin's. What stays is an account on its own, as a stranger would
-- have planted it; its owner confirms it with one click (docs/decisions/0031).
UPDATE "User" u SET "emailConfirmedAt" = u."createdAt"
WHERE u.email IS NOT NULL AND (
  u."isSuperAdmin"
  OR u.id = (SELECT id FROM "User" WHERE NOT "isSuperAdmin" ORDER BY "createdAt", id LIMIT 1)
  OR EXISTS (
    SELECT 1 FROM "Membership" own JOIN "Membership" other
      ON other."familyId" = own."familyId" AND other."userId" <> own."userId"
    WHERE own."userId" = u.id)
  OR EXISTS (SELECT 1 FROM "LinkedIdentity" l WHERE l."userId" = u.id AND lower(l.email) = u.email)
  OR EXISTS (
    SELECT 1 FROM "ActivityEntry" a WHERE a."subjectId" = u.id
      AND (a.action = 'account.emailChanged'
        OR (a.action = 'account.passwordReset' AND a.detail ->> 'by' = 'mail'))));

-- Temporary passwords that are about get the same 7 days as new ones.
UPDATE "User" SET "passwordExpiresAt" = now() + interval '7 days' WHERE "passwordTemporary";
