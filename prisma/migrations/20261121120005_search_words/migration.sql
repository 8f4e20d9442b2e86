-- What lib/features/media/search-service.ts searches, word for word: one or two letters are then found where a word
-- begins by the index alone ("% we%"), where a regular expression read the whole family.
CREATE INDEX "Media_family_words_idx" ON "Media" USING GIN (
  "familyId",
  (' ' || replace(translate(lower("description"), E'\n\r\t(-"', '      '), '#', '# ')) gin_trgm_ops
);
DROP INDEX "Media_family_description_trigrams_idx";
-- How frequent words are is known only once it was looked at; without, the planner reads whole families.
ANALYZE "Media";
