"use client";

import { useId, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { Crop } from "@/lib/album/media/crop";
import { mediumUrl } from "@/lib/album/media/picture-urls";

export interface PictureCropDialogProps {
  media: Parameters<typeof mediumUrl>[0];
  /** Width by height of the paper. */
  ratio: number;
  /** The frame's initial crop. */
  first: Crop;
  /** What happens to the part inside the frame. */
  description: string;
  onClose: () => void;
  onSave: (crop: Crop) => void;
}

const maxZoom = 3;
const share = (percent: number) => Math.min(1, Math.max(0, percent / 100));

/** The cropper counts in percent; rounding must not exceed the picture. */
function cropOfArea({ x, y, width, height }: Area): Crop {
  const left = share(x);
  const top = share(y);
  return {
    x: left,
    y: top,
    width: Math.min(share(width), 1 - left),
    height: Math.min(share(height), 1 - top),
  };
}

/** Chooses the part of a picture that is printed, in its paper's shape: by dragging, arrow keys or zoom. */
export function PictureCropDialog({
  media,
  ratio,
  first,
  description,
  onClose,
  onSave,
}: PictureCropDialogProps) {
  const [initialArea] = useState(() => ({
    x: first.x * 100,
    y: first.y * 100,
    width: first.width * 100,
    height: first.height * 100,
  }));
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const zoomId = useId();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        // The cropper measures itself immediately, so the dialog must not still be rising.
        className="animate-none"
        title="Crop"
        description={description}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!area} onClick={() => area && onSave(cropOfArea(area))}>
              Save
            </Button>
          </>
        }
      >
        <div className="relative h-[min(50dvh,420px)] overflow-hidden rounded-2xl bg-sunk">
          <Cropper
            image={mediumUrl(media)}
            crop={position}
            zoom={zoom}
            maxZoom={maxZoom}
            aspect={ratio}
            initialCroppedAreaPercentages={initialArea}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropComplete={setArea}
            keyboardStep={8}
            mediaProps={{ alt: "" }}
            cropperProps={{ "aria-label": "The printed part. Arrow keys move it.", role: "group" }}
          />
        </div>
        <label htmlFor={zoomId} className="mt-4 flex min-h-11 items-center gap-3 font-semibold">
          Zoom
          <input
            id={zoomId}
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoom}
            onChange={({ target }) => setZoom(Number(target.value))}
            className="min-w-0 flex-1 accent-accent-strong"
          />
        </label>
      </DialogContent>
    </Dialog>
  );
}
