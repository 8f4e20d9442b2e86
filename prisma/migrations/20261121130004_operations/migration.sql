-- CreateEnum
CREATE TYPE "MaintenanceStatus" AS ENUM ('queued', 'running', 'done', 'failed');

-- CreateEnum
CREATE TYPE "IntegrityStatus" AS ENUM ('running', 'done', 'refused');

-- CreateEnum
CREATE TYPE "IntegrityKind" AS ENUM ('missing', 'truncated', 'altered', 'rowless', 'orphan');

-- CreateTable
CREATE TABLE "MaintenanceJob" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "task" TEXT NOT NULL,
    "status" "MaintenanceStatus" NOT NULL DEFAULT 'queued',
    "requestedById" UUID,
    "total" INTEGER NOT NULL DEFAULT 0,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "lastMediaId" UUID,
    "result" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MaintenanceJob_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IntegrityReport" (
    "id" UUID NOT NULL,
    "status" "IntegrityStatus" NOT NULL DEFAULT 'running',
    "reason" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "isListing" BOOLEAN NOT NULL DEFAULT false,
    "lastMediaId" UUID,
    "mediaChecked" INTEGER NOT NULL DEFAULT 0,
    "bytesChecked" BIGINT NOT NULL DEFAULT 0,
    "filesSeen" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "IntegrityReport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IntegrityFinding" (
    "reportId" UUID NOT NULL,
    "kind" "IntegrityKind" NOT NULL,
    "subject" TEXT NOT NULL,
    "storageKey" TEXT NOT NULL,
    "familyId" UUID,
    "mediaId" UUID,
    "hasOriginal" BOOLEAN NOT NULL DEFAULT false,
    "hasDerived" BOOLEAN NOT NULL DEFAULT false,
    "files" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "IntegrityFinding_pkey" PRIMARY KEY ("reportId","subject")
);

-- CreateIndex
CREATE INDEX "MaintenanceJob_familyId_createdAt_idx" ON "MaintenanceJob"("familyId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "IntegrityReport_startedAt_idx" ON "IntegrityReport"("startedAt" DESC);

-- CreateIndex
CREATE INDEX "IntegrityFinding_reportId_familyId_idx" ON "IntegrityFinding"("reportId", "familyId");

-- AddForeignKey
ALTER TABLE "MaintenanceJob" ADD CONSTRAINT "MaintenanceJob_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrityFinding" ADD CONSTRAINT "IntegrityFinding_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "IntegrityReport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever asks twice asks once: of each kind a family has one that is not finished. Prisma knows no partial index.
CREATE UNIQUE INDEX "MaintenanceJob_open_key" ON "MaintenanceJob"("familyId", "task") WHERE "status" IN ('queued', 'running');

-- One comparison of rows and files at a time, on whichever machine.
CREATE UNIQUE INDEX "IntegrityReport_running_key" ON "IntegrityReport"("status") WHERE "status" = 'running';
