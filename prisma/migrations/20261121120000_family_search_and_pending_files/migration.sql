-- Search is always inside one family: with the family's id in the same index, words that are frequent elsewhere
-- are not read. A GIN index takes a uuid only with btree_gin.
CREATE EXTENSION IF NOT EXISTS btree_gin;
DROP INDEX "Media_description_trigrams_idx";
CREATE INDEX "Media_family_description_trigrams_idx" ON "Media" USING GIN ("familyId", lower("description") gin_trgm_ops);

-- What is still to be derived is looked up at every start, and is next to nothing of an album.
CREATE INDEX "Media_pending_idx" ON "Media" ("id") WHERE "derivatives" = 'pending' OR "playable" = 'pending';
