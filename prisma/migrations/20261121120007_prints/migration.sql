-- CreateEnum
CREATE TYPE "PrintOrderStatus" AS ENUM ('placed', 'in_production', 'dispatched', 'delivered', 'cancelled');

-- CreateEnum
CREATE TYPE "PrintCreditKind" AS ENUM ('grant', 'voucher', 'order', 'forfeit', 'cancelled');

-- CreateTable
CREATE TABLE "BasketItem" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "size" TEXT NOT NULL DEFAULT '4x6',
    "finish" TEXT NOT NULL DEFAULT 'Gloss',
    "quantity" SMALLINT NOT NULL,
    "cropX" DOUBLE PRECISION,
    "cropY" DOUBLE PRECISION,
    "cropWidth" DOUBLE PRECISION,
    "cropHeight" DOUBLE PRECISION,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BasketItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PrintOrder" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "userId" UUID,
    "familyId" UUID NOT NULL,
    "month" DATE NOT NULL,
    "status" "PrintOrderStatus" NOT NULL DEFAULT 'placed',
    "provider" TEXT NOT NULL,
    "providerReference" TEXT,
    "shippingAddress" TEXT NOT NULL,
    "recipient" JSONB NOT NULL,
    "courtesyName" TEXT,
    "printCount" SMALLINT NOT NULL,
    "trackingUrl" TEXT,
    "placedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "viewedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PrintOrder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PrintOrderItem" (
    "id" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "mediaId" UUID,
    "fileName" TEXT NOT NULL,
    "size" TEXT NOT NULL,
    "finish" TEXT NOT NULL,
    "quantity" SMALLINT NOT NULL,
    "cropX" DOUBLE PRECISION,
    "cropY" DOUBLE PRECISION,
    "cropWidth" DOUBLE PRECISION,
    "cropHeight" DOUBLE PRECISION,

    CONSTRAINT "PrintOrderItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PrintCredit" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "month" DATE,
    "kind" "PrintCreditKind" NOT NULL,
    "prints" INTEGER NOT NULL,
    "orderId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PrintCredit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PrintSettings" (
    "familyId" UUID NOT NULL,
    "showCourtesyMessage" BOOLEAN NOT NULL DEFAULT true,
    "courtesyName" TEXT,

    CONSTRAINT "PrintSettings_pkey" PRIMARY KEY ("familyId")
);

-- CreateIndex
CREATE INDEX "BasketItem_familyId_idx" ON "BasketItem"("familyId");

-- CreateIndex
CREATE INDEX "BasketItem_mediaId_idx" ON "BasketItem"("mediaId");

-- CreateIndex
CREATE UNIQUE INDEX "BasketItem_userId_familyId_mediaId_size_finish_key" ON "BasketItem"("userId", "familyId", "mediaId", "size", "finish");

-- CreateIndex
CREATE UNIQUE INDEX "PrintOrder_number_key" ON "PrintOrder"("number");

-- CreateIndex
CREATE INDEX "PrintOrder_userId_familyId_placedAt_idx" ON "PrintOrder"("userId", "familyId", "placedAt" DESC);

-- CreateIndex
CREATE INDEX "PrintOrder_familyId_placedAt_idx" ON "PrintOrder"("familyId", "placedAt" DESC);

-- CreateIndex
CREATE INDEX "PrintOrderItem_orderId_idx" ON "PrintOrderItem"("orderId");

-- CreateIndex
CREATE INDEX "PrintOrderItem_mediaId_idx" ON "PrintOrderItem"("mediaId");

-- CreateIndex
CREATE INDEX "PrintCredit_userId_familyId_month_idx" ON "PrintCredit"("userId", "familyId", "month");

-- CreateIndex
CREATE INDEX "PrintCredit_familyId_idx" ON "PrintCredit"("familyId");

-- CreateIndex
CREATE INDEX "PrintCredit_orderId_idx" ON "PrintCredit"("orderId");

-- AddForeignKey
ALTER TABLE "BasketItem" ADD CONSTRAINT "BasketItem_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BasketItem" ADD CONSTRAINT "BasketItem_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BasketItem" ADD CONSTRAINT "BasketItem_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintOrder" ADD CONSTRAINT "PrintOrder_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintOrder" ADD CONSTRAINT "PrintOrder_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintOrderItem" ADD CONSTRAINT "PrintOrderItem_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PrintOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintOrderItem" ADD CONSTRAINT "PrintOrderItem_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintCredit" ADD CONSTRAINT "PrintCredit_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintCredit" ADD CONSTRAINT "PrintCredit_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintCredit" ADD CONSTRAINT "PrintCredit_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PrintOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintSettings" ADD CONSTRAINT "PrintSettings_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: one order a month (specification 9.6). Of fifty requests at once this lets one through.
CREATE UNIQUE INDEX "PrintOrder_one_a_month_idx" ON "PrintOrder"("userId", "familyId", "month")
  WHERE "status" <> 'cancelled';
-- What an admin has not seen is counted every 30 seconds.
CREATE INDEX "PrintOrder_unviewed_idx" ON "PrintOrder"("familyId") WHERE "viewedAt" IS NULL;
ALTER TABLE "BasketItem" ADD CONSTRAINT "BasketItem_quantity_check" CHECK ("quantity" BETWEEN 1 AND 999);
ALTER TABLE "PrintOrderItem" ADD CONSTRAINT "PrintOrderItem_quantity_check" CHECK ("quantity" BETWEEN 1 AND 999);
