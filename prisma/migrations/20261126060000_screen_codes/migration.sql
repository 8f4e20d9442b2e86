-- AlterEnum
ALTER TYPE "TokenKind" ADD VALUE 'screenCode';
