-- CreateTable
CREATE TABLE "GuessCount" (
    "key" BYTEA NOT NULL,
    "total" INTEGER NOT NULL,
    "streak" INTEGER NOT NULL,
    "openAt" TIMESTAMPTZ(3) NOT NULL,
    "dayEndsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GuessCount_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "GuessCount_dayEndsAt_idx" ON "GuessCount"("dayEndsAt");
