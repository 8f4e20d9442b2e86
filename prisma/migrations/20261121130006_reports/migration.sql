-- CreateEnum
CREATE TYPE "ReportState" AS ENUM ('open', 'in_progress', 'closed');

-- CreateEnum
CREATE TYPE "ContentDecision" AS ENUM ('restore', 'delete');

-- CreateTable
CREATE TABLE "IssueReport" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID,
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "state" "ReportState" NOT NULL DEFAULT 'open',
    "note" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IssueReport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ContentReport" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "mediaId" UUID,
    "reporterId" UUID,
    "reason" TEXT NOT NULL,
    "decision" "ContentDecision",
    "decidedAt" TIMESTAMPTZ(3),
    "decidedById" UUID,
    "state" "ReportState" NOT NULL DEFAULT 'open',
    "note" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContentReport_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "IssueReport_userId_idx" ON "IssueReport"("userId");

-- CreateIndex
CREATE INDEX "IssueReport_familyId_idx" ON "IssueReport"("familyId");

-- CreateIndex
CREATE INDEX "IssueReport_createdAt_id_idx" ON "IssueReport"("createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ContentReport_familyId_createdAt_idx" ON "ContentReport"("familyId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "ContentReport_mediaId_idx" ON "ContentReport"("mediaId");

-- CreateIndex
CREATE INDEX "ContentReport_reporterId_idx" ON "ContentReport"("reporterId");

-- CreateIndex
CREATE INDEX "ContentReport_decidedById_idx" ON "ContentReport"("decidedById");

-- CreateIndex
CREATE INDEX "ContentReport_createdAt_id_idx" ON "ContentReport"("createdAt" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "IssueReport" ADD CONSTRAINT "IssueReport_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IssueReport" ADD CONSTRAINT "IssueReport_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentReport" ADD CONSTRAINT "ContentReport_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentReport" ADD CONSTRAINT "ContentReport_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentReport" ADD CONSTRAINT "ContentReport_reporterId_fkey" FOREIGN KEY ("reporterId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentReport" ADD CONSTRAINT "ContentReport_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- By hand: one undecided report an item, whoever reports it at the same moment; and what is hidden is found by it.
CREATE UNIQUE INDEX "ContentReport_undecided_key" ON "ContentReport"("mediaId") WHERE "decision" IS NULL;
