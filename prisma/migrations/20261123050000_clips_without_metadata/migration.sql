-- Clips whose originals played as they were had no rendition, and were streamed with all that their cameras wrote into
-- them. The workers make one for each: what is pending is put into the queue when they start.
UPDATE "Media" SET "playable" = 'pending', "transcodeAttempts" = 0
WHERE "mediaType" = 'video' AND "playable" = 'none';
