-- CreateEnum
CREATE TYPE "ScreenDevice" AS ENUM ('tv', 'tablet', 'phone', 'computer');

-- CreateTable
CREATE TABLE "Screen" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "device" "ScreenDevice" NOT NULL,
    "secretHash" BYTEA NOT NULL,
    "source" JSONB NOT NULL,
    "seconds" SMALLINT NOT NULL,
    "isShuffled" BOOLEAN NOT NULL,
    "isPaused" BOOLEAN NOT NULL DEFAULT false,
    "step" INTEGER NOT NULL DEFAULT 0,
    "lastSeenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Screen_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Screen_secretHash_key" ON "Screen"("secretHash");

-- CreateIndex
CREATE INDEX "Screen_userId_idx" ON "Screen"("userId");

-- CreateIndex
CREATE INDEX "Screen_familyId_userId_idx" ON "Screen"("familyId", "userId");

-- AddForeignKey
ALTER TABLE "Screen" ADD CONSTRAINT "Screen_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Screen" ADD CONSTRAINT "Screen_familyId_userId_fkey" FOREIGN KEY ("familyId", "userId") REFERENCES "Membership"("familyId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;
