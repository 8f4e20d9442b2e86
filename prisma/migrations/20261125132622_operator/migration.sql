ALTER TABLE "User" ADD COLUMN "isOperator" BOOLEAN NOT NULL DEFAULT false;

-- One person at most: of several who set up an installation at once, one wins.
CREATE UNIQUE INDEX "User_isOperator_key" ON "User"("isOperator") WHERE "isOperator";
