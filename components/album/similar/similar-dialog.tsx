"use client";

import { useState } from "react";
import { SimilarPicture } from "@/components/album/similar/similar-picture";
import { useTrashMany } from "@/components/album/similar/use-trash-many";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { SimilarDto } from "@/lib/album/similar/schema";
import { counted } from "@/lib/shared/counted";

export interface SimilarDialogProps {
  similar: SimilarDto;
  onClose: () => void;
  /** Called before trashed items leave the lists, so a viewer can move on. */
  onTrashed: (ids: readonly string[]) => void;
}

/** Similar pictures side by side: the lesser ones can go to the trash, and one of them always stays. */
export function SimilarDialog({ similar, onClose, onTrashed }: SimilarDialogProps) {
  const { user } = useAuth();
  const { items, bestId, sharpestId } = similar;
  const canTrash = (uploaderId: string | undefined) =>
    user !== null && (user.isAdmin || (uploaderId !== undefined && uploaderId === user.id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        items
          // Nothing that someone loves is preselected for the trash.
          .filter(
            ({ id, heartCount, uploadedBy }) => id !== bestId && heartCount === 0 && canTrash(uploadedBy?.id),
          )
          .map(({ id }) => id),
      ),
  );
  const [isAsking, setIsAsking] = useState(false);
  const trash = useTrashMany();
  const mayTrashSome = items.some(({ uploadedBy }) => canTrash(uploadedBy?.id));
  const areAllChosen = chosen.size >= items.length;

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  async function run() {
    const ids = items.map(({ id }) => id).filter((id) => chosen.has(id));
    const gone = await trash.run(ids, onTrashed);
    setIsAsking(false);
    setChosen(new Set(ids.filter((id) => !gone.includes(id))));
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={counted(items.length, "similar photo")}
        description="Taken one after the other, or saved more than once. Choose which ones to keep."
        className="md:w-[min(800px,calc(100vw-48px))]"
        footer={
          <>
            {mayTrashSome && (
              <p role="status" className="text-step--1 text-ink-soft md:mr-auto md:self-center">
                {areAllChosen && "Keep at least one."}
              </p>
            )}
            <Button variant="secondary" onClick={onClose}>
              Keep them all
            </Button>
            {mayTrashSome && (
              <Button
                variant="danger"
                disabled={chosen.size === 0 || areAllChosen}
                onClick={() => setIsAsking(true)}
              >
                {chosen.size === 0 ? "Move to the trash" : `Move ${chosen.size} to the trash`}
              </Button>
            )}
          </>
        }
      >
        <ul className="grid grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-3 md:gap-x-4">
          {items.map((item) => (
            <SimilarPicture
              key={item.id}
              item={item}
              note={item.id === sharpestId ? "Sharpest" : item.id === bestId ? "Best copy" : null}
              isChosen={chosen.has(item.id)}
              onToggle={canTrash(item.uploadedBy?.id) ? () => toggle(item.id) : null}
            />
          ))}
        </ul>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          title={`Move ${counted(chosen.size, "photo")} to the trash?`}
          description="They disappear from the family's album. You can restore them from the trash in the settings for 30 days."
          confirmLabel="Move to the trash"
          isBusy={trash.isBusy}
          onConfirm={() => void run()}
        />
      </DialogContent>
    </Dialog>
  );
}
