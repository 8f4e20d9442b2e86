-- AlterTable
ALTER TABLE "Invitation" ADD COLUMN     "memberId" UUID;

-- CreateIndex
CREATE INDEX "Invitation_memberId_idx" ON "Invitation"("memberId");

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "FamilyMember"("id") ON DELETE SET NULL ON UPDATE CASCADE;
