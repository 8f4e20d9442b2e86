-- The next files of an import, and those of an undone one, were sorted out of all its files for every few dozen.
DROP INDEX "ImportEntry_importId_state_turn_archiveId_position_idx";
CREATE INDEX "ImportEntry_importId_state_turn_archiveId_position_id_idx" ON "ImportEntry"("importId", "state", "turn", "archiveId", "position", "id");
CREATE INDEX "ImportEntry_importId_state_id_idx" ON "ImportEntry"("importId", "state", "id");
