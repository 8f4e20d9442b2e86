-- AlterTable
ALTER TABLE "FamilyMember" ADD COLUMN     "neverRecognize" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "RecognitionSettings" (
    "familyId" UUID NOT NULL,
    "faces" BOOLEAN NOT NULL DEFAULT false,
    "labels" BOOLEAN NOT NULL DEFAULT false,
    "changedById" UUID,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RecognitionSettings_pkey" PRIMARY KEY ("familyId")
);

-- CreateTable
CREATE TABLE "MediaRecognition" (
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "facesReadAt" TIMESTAMPTZ(3),
    "labelsReadAt" TIMESTAMPTZ(3),
    "labels" TEXT[],
    "error" TEXT,

    CONSTRAINT "MediaRecognition_pkey" PRIMARY KEY ("mediaId")
);

-- CreateTable
CREATE TABLE "Face" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "groupId" UUID,
    "left" REAL NOT NULL,
    "top" REAL NOT NULL,
    "width" REAL NOT NULL,
    "height" REAL NOT NULL,
    "score" REAL NOT NULL,
    "descriptor" BYTEA NOT NULL,
    "placedByHand" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Face_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FaceGroup" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "memberId" UUID,
    "isHidden" BOOLEAN NOT NULL DEFAULT false,
    "faceCount" INTEGER NOT NULL DEFAULT 0,
    "centroid" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FaceGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MediaMeasures" (
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "differenceHash" BIGINT,
    "sharpness" REAL NOT NULL,
    "brightness" REAL NOT NULL,

    CONSTRAINT "MediaMeasures_pkey" PRIMARY KEY ("mediaId")
);

-- CreateIndex
CREATE INDEX "MediaRecognition_familyId_idx" ON "MediaRecognition"("familyId");

-- CreateIndex
CREATE INDEX "Face_familyId_groupId_idx" ON "Face"("familyId", "groupId");

-- CreateIndex
CREATE INDEX "Face_mediaId_idx" ON "Face"("mediaId");

-- CreateIndex
CREATE INDEX "Face_groupId_idx" ON "Face"("groupId");

-- CreateIndex
CREATE INDEX "FaceGroup_familyId_faceCount_id_idx" ON "FaceGroup"("familyId", "faceCount" DESC, "id");

-- CreateIndex
CREATE INDEX "FaceGroup_memberId_idx" ON "FaceGroup"("memberId");

-- CreateIndex
CREATE UNIQUE INDEX "FaceGroup_familyId_memberId_key" ON "FaceGroup"("familyId", "memberId");

-- CreateIndex
CREATE INDEX "MediaMeasures_familyId_idx" ON "MediaMeasures"("familyId");

-- AddForeignKey
ALTER TABLE "RecognitionSettings" ADD CONSTRAINT "RecognitionSettings_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaRecognition" ADD CONSTRAINT "MediaRecognition_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaRecognition" ADD CONSTRAINT "MediaRecognition_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Face" ADD CONSTRAINT "Face_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Face" ADD CONSTRAINT "Face_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Face" ADD CONSTRAINT "Face_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "FaceGroup"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FaceGroup" ADD CONSTRAINT "FaceGroup_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FaceGroup" ADD CONSTRAINT "FaceGroup_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "FamilyMember"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaMeasures" ADD CONSTRAINT "MediaMeasures_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaMeasures" ADD CONSTRAINT "MediaMeasures_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;
