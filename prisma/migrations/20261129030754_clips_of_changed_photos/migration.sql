-- Live Photos whose photo was changed in a folder that stays in place no longer played, although their clip hadn't changed.
-- The workers make its rendition again: what is pending is put into the queue when they start.
UPDATE "Media" SET "playable" = 'pending', "transcodeAttempts" = 0
WHERE "mediaType" = 'image' AND "playable" = 'none' AND "id" IN (SELECT "mediaId" FROM "MediaClip");
