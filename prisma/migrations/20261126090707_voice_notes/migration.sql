-- CreateTable
CREATE TABLE "CommentRecording" (
    "id" UUID NOT NULL,
    "commentId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "storagePath" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "bytes" BIGINT NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "waveform" SMALLINT[],

    CONSTRAINT "CommentRecording_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "CommentRecording_commentId_key" ON "CommentRecording"("commentId");

-- CreateIndex
CREATE INDEX "CommentRecording_familyId_idx" ON "CommentRecording"("familyId");

-- AddForeignKey
ALTER TABLE "CommentRecording" ADD CONSTRAINT "CommentRecording_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES "Comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CommentRecording" ADD CONSTRAINT "CommentRecording_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "CommentRecording" ADD CONSTRAINT "CommentRecording_bytes_check" CHECK ("bytes" > 0);

-- Its share of "Family"."storageBytes", and its place in the second copy, as for clips: recordings never change either.
CREATE TRIGGER recording_added AFTER INSERT ON "CommentRecording"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION keep_clip_bytes();
CREATE TRIGGER recording_removed AFTER DELETE ON "CommentRecording"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_clip_bytes();
CREATE TRIGGER recording_original_added AFTER INSERT ON "CommentRecording"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_original();
CREATE TRIGGER recording_original_removed AFTER DELETE ON "CommentRecording"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_original();

-- A recording is erased with its comment, and that with its item, its author's account or the family. Whichever it was,
-- the job that removes the file exists exactly when the row is gone (media.remove-files).
CREATE FUNCTION remove_recording_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM graphile_worker.add_job('media.remove-files', json_build_object('keys', gone.keys))
    FROM (SELECT json_agg("storagePath") AS keys FROM removed) gone WHERE gone.keys IS NOT NULL;
    RETURN NULL;
END;
$$;

CREATE TRIGGER recording_files_removed AFTER DELETE ON "CommentRecording"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_recording_files();
