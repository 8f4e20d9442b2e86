"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as Radix from "radix-ui/dialog";
import { useState } from "react";
import { EditorTools } from "@/components/album/media/photo-editor/editor-tools";
import { PhotoStage } from "@/components/album/media/photo-editor/photo-stage";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { useReturnedFocus } from "@/components/ui/returned-focus";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { saveEdits } from "@/lib/album/media/client/edits";
import { dropCachedImage } from "@/lib/album/media/client/image-cache";
import { detailOptions } from "@/lib/album/media/client/item-queries";
import { patchMedia } from "@/lib/album/media/client/media-cache";
import { detailKey } from "@/lib/album/media/client/queries";
import { type CropShape, describeEdits, fitCrop, shareRatio } from "@/lib/album/media/edit-steps";
import { uneditedUrl } from "@/lib/album/media/original-urls";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { errorMessage } from "@/lib/http/api-error";
import { dropCachedPictures } from "@/lib/service-worker/cached-pictures";
import { areSameEdits, noEdits, type PictureEdits, type Size, turnedSize } from "@/lib/shared/picture-edits";

export interface PhotoEditorProps {
  mediaId: string;
  /** Called when nothing was changed, or the changes are discarded. */
  onClose: () => void;
  onSaved: () => void;
}

/** Turns, mirrors, straightens, crops and lightens a photo, full screen. Its original is left unchanged. */
export function PhotoEditor({ mediaId, onClose, onSaved }: PhotoEditorProps) {
  const { data: detail, isError } = useQuery(detailOptions(mediaId));
  const focus = useReturnedFocus({});
  const [isDirty, setIsDirty] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (isDirty ? setIsAsking(true) : onClose());
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed inset-0 z-40 flex flex-col bg-[oklch(15%_0.015_350)] text-white outline-none md:grid md:grid-cols-[minmax(0,1fr)_360px] md:grid-rows-[auto_minmax(0,1fr)]"
        >
          {detail ? (
            <EditorScreen detail={detail} onCancel={close} onDirty={setIsDirty} onSaved={onSaved} />
          ) : (
            <div className="m-auto grid justify-items-center gap-4 md:col-span-2 md:row-span-2">
              <Radix.Title className="sr-only">Edit photo</Radix.Title>
              {isError ? (
                <FormAlert message="This photo could not be loaded. Please try again." />
              ) : (
                <Spinner />
              )}
              <button type="button" onClick={onClose} className={cancelLook}>
                Cancel
              </button>
            </div>
          )}
          <ConfirmDialog
            open={isAsking}
            onOpenChange={setIsAsking}
            title="Discard your changes?"
            description="The photo stays as it was."
            confirmLabel="Discard"
            cancelLabel="Keep editing"
            onConfirm={onClose}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const cancelLook = "min-h-11 rounded-full px-4 font-semibold hover:bg-white/15 focus-visible:outline-white";

interface EditorScreenProps {
  detail: MediaDetailDto;
  onCancel: () => void;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
}

function EditorScreen({ detail, onCancel, onDirty, onSaved }: EditorScreenProps) {
  const queryClient = useQueryClient();
  const { user } = useAuth();
  // The state when it was opened: if someone else edits the photo meanwhile, the server reports a conflict.
  const [{ id, editVersion, edits: saved }] = useState(detail);
  const [edits, setEdits] = useState<PictureEdits>(saved ?? noEdits);
  const [shape, setShape] = useState<CropShape>("Free");
  const [size, setSize] = useState<Size | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const save = useMutation({
    mutationFn: () => saveEdits(id, editVersion, edits),
    onSuccess: (now) => {
      queryClient.setQueryData(detailKey(id), now);
      const { width, height, thumbHash, editVersion: version, isEdited } = now;
      patchMedia(queryClient, id, () => ({ width, height, thumbHash, editVersion: version, isEdited }));
      if (user) dropCachedImage(user.id, id);
      void dropCachedPictures(id);
      toast({ title: isEdited ? "Saved" : "The original is shown again" });
      onSaved();
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: detailKey(id) }),
  });

  function change(next: PictureEdits) {
    setEdits(next);
    onDirty(!areSameEdits(next, saved));
  }

  const photo = turnedSize(edits, size ?? { width: 1, height: 1 });
  const ratio = shareRatio(shape, photo);

  /** A crop shape follows the photo's orientation, which a turn changes. */
  function changeAll(next: PictureEdits) {
    const isReset = areSameEdits(next, null);
    if (isReset) setShape("Free");
    const isTurned = next.quarterTurns !== edits.quarterTurns && shape !== "Free" && !isReset;
    const turned = turnedSize(next, size ?? { width: 1, height: 1 });
    change(isTurned ? { ...next, crop: fitCrop(next.crop, shareRatio(shape, turned)) } : next);
  }

  function chooseShape(next: CropShape) {
    setShape(next);
    change({ ...edits, crop: fitCrop(edits.crop, shareRatio(next, photo)) });
  }

  const message = isBroken
    ? "This photo could not be loaded. Please try again."
    : save.error && errorMessage(save.error, "It could not be saved. Please try again.");
  return (
    <>
      <div className="flex items-center gap-2 px-2 pt-[max(8px,env(safe-area-inset-top))] pb-1 md:col-span-2 md:px-4">
        <button type="button" onClick={onCancel} className={cancelLook}>
          Cancel
        </button>
        <Radix.Title className="mx-auto text-[1.06rem]">Edit photo</Radix.Title>
        <Button
          isBusy={save.isPending}
          busyLabel="Saving..."
          onClick={() => (areSameEdits(edits, saved) ? onCancel() : save.mutate())}
        >
          Save
        </Button>
      </div>
      <div className="min-h-0 flex-1">
        <PhotoStage
          src={uneditedUrl(id)}
          size={size}
          edits={edits}
          ratio={ratio}
          onLoad={setSize}
          onFailed={() => setIsBroken(true)}
          onCrop={(crop) => change({ ...edits, crop })}
        />
      </div>
      <div className="max-h-[48dvh] flex-none overflow-y-auto overscroll-contain px-4 pt-2 pb-[max(16px,env(safe-area-inset-bottom))] md:max-h-none md:pt-4">
        {message && (
          <div className="mb-4">
            <FormAlert message={message} />
          </div>
        )}
        <EditorTools edits={edits} shape={shape} onChange={changeAll} onShape={chooseShape} />
      </div>
      <p role="status" className="sr-only">
        {describeEdits(edits)}
      </p>
    </>
  );
}
