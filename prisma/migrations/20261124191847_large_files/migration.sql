-- AlterTable
ALTER TABLE "Media" ALTER COLUMN "bytes" SET DATA TYPE BIGINT;

-- AlterTable
ALTER TABLE "Upload" ALTER COLUMN "fileSize" SET DATA TYPE BIGINT;

-- AlterTable
ALTER TABLE "PrintOrder" ALTER COLUMN "packageBytes" SET DATA TYPE BIGINT;

-- The old defaults were also the most that could be set: whoever saved any setting stored them without choosing them.
UPDATE "SystemSettings" SET "values" = "values" - 'maxImageBytes' WHERE "values" ->> 'maxImageBytes' = '10485760';
UPDATE "SystemSettings" SET "values" = "values" - 'maxVideoBytes' WHERE "values" ->> 'maxVideoBytes' = '104857600';
