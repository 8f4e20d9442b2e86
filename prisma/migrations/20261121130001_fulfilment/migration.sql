-- CreateEnum
CREATE TYPE "PrintSendState" AS ENUM ('none', 'queued', 'sending', 'sent', 'failed');

-- AlterTable
ALTER TABLE "PrintOrder" ADD COLUMN     "doneAt" TIMESTAMPTZ(3),
ADD COLUMN     "packageBytes" INTEGER,
ADD COLUMN     "packageMadeAt" TIMESTAMPTZ(3),
ADD COLUMN     "problems" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "sendError" TEXT,
ADD COLUMN     "sendState" "PrintSendState" NOT NULL DEFAULT 'none';

-- Orders of before are done since their last change.
UPDATE "PrintOrder" SET "doneAt" = "updatedAt" WHERE status IN ('dispatched', 'delivered', 'cancelled');

-- CreateTable
CREATE TABLE "PrintProviderCall" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "orderId" UUID,
    "provider" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "isOk" BOOLEAN NOT NULL,
    "detail" TEXT NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PrintProviderCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PrintOrder_doneAt_idx" ON "PrintOrder"("doneAt");

-- CreateIndex
CREATE INDEX "PrintProviderCall_familyId_createdAt_idx" ON "PrintProviderCall"("familyId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "PrintProviderCall_orderId_idx" ON "PrintProviderCall"("orderId");

-- CreateIndex
CREATE INDEX "PrintProviderCall_createdAt_idx" ON "PrintProviderCall"("createdAt");

-- AddForeignKey
ALTER TABLE "PrintProviderCall" ADD CONSTRAINT "PrintProviderCall_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintProviderCall" ADD CONSTRAINT "PrintProviderCall_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PrintOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;
