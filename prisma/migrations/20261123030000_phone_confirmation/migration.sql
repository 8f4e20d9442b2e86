-- Numbers that are stored already were never checked: they stay unconfirmed, and count for a new password only once
-- their owner has entered a code that was sent to them.
ALTER TYPE "TokenKind" ADD VALUE 'confirmPhone';
ALTER TYPE "TokenKind" ADD VALUE 'undoContactChange';

ALTER TABLE "User" ADD COLUMN "phoneConfirmedAt" TIMESTAMPTZ(3);
