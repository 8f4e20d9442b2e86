-- CreateEnum
CREATE TYPE "KeyScope" AS ENUM ('read', 'upload', 'comment', 'manage');

-- CreateTable
CREATE TABLE "PersonalKey" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "keyHash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" "KeyScope"[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedOn" DATE,
    "lastNetwork" TEXT,

    CONSTRAINT "PersonalKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "PersonalKey_keyHash_key" ON "PersonalKey"("keyHash");

-- CreateIndex
CREATE INDEX "PersonalKey_userId_idx" ON "PersonalKey"("userId");

-- CreateIndex
CREATE INDEX "PersonalKey_familyId_userId_idx" ON "PersonalKey"("familyId", "userId");

-- AddForeignKey
ALTER TABLE "PersonalKey" ADD CONSTRAINT "PersonalKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PersonalKey" ADD CONSTRAINT "PersonalKey_familyId_userId_fkey" FOREIGN KEY ("familyId", "userId") REFERENCES "Membership"("familyId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;
