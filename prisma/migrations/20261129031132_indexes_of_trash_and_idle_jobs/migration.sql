-- The weeks of the super admin's overview. New rows are summarized soon: by default, only the next VACUUM does it.
CREATE INDEX "Media_uploadDate_idx" ON "Media" USING BRIN ("uploadDate") WITH (autosummarize = on);

-- A family's trash, last deleted first. It is a small part of an album, but was searched for in all of it.
CREATE INDEX "Media_trash_idx" ON "Media" ("familyId", "deletedAt" DESC, "id" DESC) WHERE "deletedAt" IS NOT NULL;

-- What is retried, or still lacks a rendition, is looked up at every start and every half hour, and is next to nothing.
CREATE INDEX "Media_derivative_failed_idx" ON "Media" ("id") WHERE "derivativeError" IS NOT NULL;
-- Long and large enough for a small rendition: as in getsSmallRendition (lib/platform/video/playable.ts).
CREATE INDEX "Media_without_rendition_idx" ON "Media" ("id")
WHERE "mediaType" = 'video'
    AND ("playable" = 'none' OR ("playableSmall" = 'none' AND "durationMs" >= 120000 AND "width" > 360 AND "height" > 360));
