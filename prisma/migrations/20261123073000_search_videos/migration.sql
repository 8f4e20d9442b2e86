-- A search for videos goes through them in the album's order. They are few beside the photos, so an index of theirs is
-- small; photos are found by the album's own. By hand: Prisma knows no partial index.
CREATE INDEX "Media_videos_idx" ON "Media"("familyId", "year" DESC, "month" DESC, "sortAt" DESC, "id" DESC)
  WHERE "mediaType" = 'video' AND "deletedAt" IS NULL;
