-- CreateEnum
CREATE TYPE "VoucherKind" AS ENUM ('free_prints', 'plan_months', 'amount_off');

-- CreateEnum
CREATE TYPE "VoucherSource" AS ENUM ('house', 'maker', 'giftCard');

-- CreateEnum
CREATE TYPE "GiftCreditKind" AS ENUM ('voucher', 'order', 'cancelled', 'given', 'returned', 'latePayment');

-- CreateEnum
CREATE TYPE "GiftOrderStatus" AS ENUM ('awaiting_payment', 'placed', 'in_production', 'dispatched', 'delivered', 'cancelled');

-- CreateTable
CREATE TABLE "Voucher" (
    "id" UUID NOT NULL,
    "codeHash" BYTEA NOT NULL,
    "codeSealed" TEXT NOT NULL,
    "kind" "VoucherKind" NOT NULL,
    "tier" "Tier",
    "amount" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL,
    "usesLeft" INTEGER NOT NULL,
    "source" "VoucherSource" NOT NULL,
    "month" DATE,
    "familyId" UUID,
    "madeById" UUID,
    "giftOrderId" UUID,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "returnedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Voucher_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "VoucherRedemption" (
    "id" UUID NOT NULL,
    "voucherId" UUID NOT NULL,
    "redeemer" UUID NOT NULL,
    "userId" UUID,
    "familyId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "VoucherRedemption_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "VoucherPlan" (
    "familyId" UUID NOT NULL,
    "tier" "Tier" NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "VoucherPlan_pkey" PRIMARY KEY ("familyId")
);

-- CreateTable
CREATE TABLE "GiftCredit" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" "GiftCreditKind" NOT NULL,
    "pence" INTEGER NOT NULL,
    "orderId" UUID,
    "voucherId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GiftCredit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GiftOrder" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "userId" UUID,
    "familyId" UUID NOT NULL,
    "status" "GiftOrderStatus" NOT NULL DEFAULT 'awaiting_payment',
    "product" TEXT NOT NULL,
    "size" TEXT NOT NULL,
    "quantity" SMALLINT NOT NULL,
    "total" INTEGER NOT NULL,
    "fromBalance" INTEGER NOT NULL,
    "giftEmail" TEXT,
    "giftMessage" TEXT,
    "shippingAddress" TEXT,
    "recipient" JSONB,
    "checkoutId" TEXT,
    "checkoutUrl" TEXT,
    "trackingUrl" TEXT,
    "orderedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paidAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GiftOrder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GiftOrderPicture" (
    "id" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "mediaId" UUID,
    "fileName" TEXT NOT NULL,
    "cropX" DOUBLE PRECISION,
    "cropY" DOUBLE PRECISION,
    "cropWidth" DOUBLE PRECISION,
    "cropHeight" DOUBLE PRECISION,

    CONSTRAINT "GiftOrderPicture_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Voucher_codeHash_key" ON "Voucher"("codeHash");

-- CreateIndex
CREATE UNIQUE INDEX "Voucher_giftOrderId_key" ON "Voucher"("giftOrderId");

-- CreateIndex
CREATE INDEX "Voucher_familyId_createdAt_idx" ON "Voucher"("familyId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Voucher_madeById_idx" ON "Voucher"("madeById");

-- CreateIndex
CREATE INDEX "Voucher_expiresAt_idx" ON "Voucher"("expiresAt");

-- CreateIndex
CREATE INDEX "VoucherRedemption_userId_idx" ON "VoucherRedemption"("userId");

-- CreateIndex
CREATE INDEX "VoucherRedemption_familyId_idx" ON "VoucherRedemption"("familyId");

-- CreateIndex
CREATE UNIQUE INDEX "VoucherRedemption_voucherId_redeemer_key" ON "VoucherRedemption"("voucherId", "redeemer");

-- CreateIndex
CREATE INDEX "VoucherPlan_until_idx" ON "VoucherPlan"("until");

-- CreateIndex
CREATE INDEX "GiftCredit_userId_idx" ON "GiftCredit"("userId");

-- CreateIndex
CREATE INDEX "GiftCredit_orderId_idx" ON "GiftCredit"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "GiftOrder_number_key" ON "GiftOrder"("number");

-- CreateIndex
CREATE UNIQUE INDEX "GiftOrder_checkoutId_key" ON "GiftOrder"("checkoutId");

-- CreateIndex
CREATE INDEX "GiftOrder_userId_familyId_orderedAt_idx" ON "GiftOrder"("userId", "familyId", "orderedAt" DESC);

-- CreateIndex
CREATE INDEX "GiftOrder_familyId_orderedAt_idx" ON "GiftOrder"("familyId", "orderedAt" DESC);

-- CreateIndex
CREATE INDEX "GiftOrder_status_orderedAt_idx" ON "GiftOrder"("status", "orderedAt");

-- CreateIndex
CREATE INDEX "GiftOrderPicture_mediaId_idx" ON "GiftOrderPicture"("mediaId");

-- CreateIndex
CREATE UNIQUE INDEX "GiftOrderPicture_orderId_position_key" ON "GiftOrderPicture"("orderId", "position");

-- AddForeignKey
ALTER TABLE "Voucher" ADD CONSTRAINT "Voucher_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Voucher" ADD CONSTRAINT "Voucher_madeById_fkey" FOREIGN KEY ("madeById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Voucher" ADD CONSTRAINT "Voucher_giftOrderId_fkey" FOREIGN KEY ("giftOrderId") REFERENCES "GiftOrder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VoucherRedemption" ADD CONSTRAINT "VoucherRedemption_voucherId_fkey" FOREIGN KEY ("voucherId") REFERENCES "Voucher"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VoucherRedemption" ADD CONSTRAINT "VoucherRedemption_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VoucherRedemption" ADD CONSTRAINT "VoucherRedemption_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VoucherPlan" ADD CONSTRAINT "VoucherPlan_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GiftCredit" ADD CONSTRAINT "GiftCredit_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GiftCredit" ADD CONSTRAINT "GiftCredit_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "GiftOrder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GiftOrder" ADD CONSTRAINT "GiftOrder_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GiftOrder" ADD CONSTRAINT "GiftOrder_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GiftOrderPicture" ADD CONSTRAINT "GiftOrderPicture_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "GiftOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GiftOrderPicture" ADD CONSTRAINT "GiftOrderPicture_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- By hand: uses are counted down by one statement; of fifty requests at once the last use goes to one.
ALTER TABLE "Voucher" ADD CONSTRAINT "Voucher_uses_check" CHECK ("usesLeft" BETWEEN 0 AND "uses" AND "amount" >= 1);
ALTER TABLE "GiftOrder" ADD CONSTRAINT "GiftOrder_price_check"
  CHECK ("quantity" >= 1 AND "total" >= 0 AND "fromBalance" BETWEEN 0 AND "total");
