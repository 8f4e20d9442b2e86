-- Orders from before have gone out already: they are held by nothing.
ALTER TABLE "PrintOrder" ADD COLUMN "heldUntil" TIMESTAMPTZ(3);
-- The hourly look for orders that nobody released reads only those that wait.
CREATE INDEX "PrintOrder_held_idx" ON "PrintOrder"("heldUntil") WHERE "heldUntil" IS NOT NULL;

ALTER TABLE "User" ADD COLUMN "addressCountry" TEXT,
ADD COLUMN "bannerClosedOn" DATE,
ADD COLUMN "bannerSeenOn" DATE;
