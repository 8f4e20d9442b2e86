-- The map reads the places of all of a family's items: from this index alone, however many items have none.
CREATE INDEX "MediaFacts_placed_idx" ON "MediaFacts"("familyId") INCLUDE ("mediaId", "latitude", "longitude")
  WHERE "latitude" IS NOT NULL;
