-- AlterTable
ALTER TABLE "Family" ADD COLUMN     "showsPlaces" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "MediaFacts" (
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "sha1" CHAR(40),
    "cameraMake" TEXT,
    "cameraModel" TEXT,
    "lens" TEXT,
    "exposureSeconds" DOUBLE PRECISION,
    "fNumber" REAL,
    "iso" INTEGER,
    "focalLengthMm" REAL,
    "focalLength35mm" SMALLINT,
    "hasFlashFired" BOOLEAN,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "altitudeM" REAL,
    "orientation" SMALLINT,
    "colorSpace" TEXT,

    CONSTRAINT "MediaFacts_pkey" PRIMARY KEY ("mediaId")
);

-- CreateIndex
CREATE INDEX "MediaFacts_familyId_idx" ON "MediaFacts"("familyId");

-- AddForeignKey
ALTER TABLE "MediaFacts" ADD CONSTRAINT "MediaFacts_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaFacts" ADD CONSTRAINT "MediaFacts_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Half a place is none, and what no camera can mean isn't one.
ALTER TABLE "MediaFacts"
    ADD CONSTRAINT "MediaFacts_place_check" CHECK (
        ("latitude" IS NULL) = ("longitude" IS NULL)
        AND "latitude" BETWEEN -90 AND 90 AND "longitude" BETWEEN -180 AND 180),
    ADD CONSTRAINT "MediaFacts_orientation_check" CHECK ("orientation" BETWEEN 1 AND 8);
