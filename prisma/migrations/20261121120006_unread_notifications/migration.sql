-- AlterTable
ALTER TABLE "OutboxMessage" ADD COLUMN     "unsubscribeUrl" TEXT;

-- By hand: what every open page counts every 30 seconds. A person's unread notifications are few, however many there are.
CREATE INDEX "Notification_unread_idx" ON "Notification"("userId", "familyId", "kind") WHERE "readAt" IS NULL;
