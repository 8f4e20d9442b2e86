-- Deleting a row looks for those that refer to it: without an index, in the whole table.
-- CreateIndex
CREATE INDEX "User_lastFamilyId_idx" ON "User"("lastFamilyId");

-- CreateIndex
CREATE INDEX "ImportEntry_archiveId_idx" ON "ImportEntry"("archiveId");

-- CreateIndex
CREATE INDEX "Media_uploaderId_idx" ON "Media"("uploaderId");

-- CreateIndex
CREATE INDEX "Notice_createdById_idx" ON "Notice"("createdById");

-- CreateIndex
CREATE INDEX "Session_familyId_idx" ON "Session"("familyId");

-- CreateIndex
CREATE INDEX "Family_welcomeMediaId_idx" ON "Family"("welcomeMediaId");

-- CreateIndex
CREATE INDEX "FamilyMember_userId_idx" ON "FamilyMember"("userId");
