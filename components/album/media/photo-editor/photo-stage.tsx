"use client";

import { useRef } from "react";
import { CropFrame } from "@/components/album/media/photo-editor/crop-frame";
import { Spinner } from "@/components/ui/spinner";
import type { Crop } from "@/lib/album/media/crop";
import { wholePhoto } from "@/lib/album/media/edit-steps";
import {
  lightFactor,
  type PictureEdits,
  type Size,
  straightenedShare,
  turnedSize,
} from "@/lib/shared/picture-edits";

export interface PhotoStageProps {
  /** The photo without its edits. */
  src: string;
  /** Its size in pixels, once it is loaded. */
  size: Size | null;
  edits: PictureEdits;
  /** As in `shareRatio`. */
  ratio: number | null;
  onLoad: (size: Size) => void;
  onFailed: () => void;
  onCrop: (crop: Crop | null) => void;
}

const percent = (share: number) => `${share * 100}%`;

/** The photo as it will be shown, with the cropped-away parts darkened around it. */
export function PhotoStage({ src, size, edits, ratio, onLoad, onFailed, onCrop }: PhotoStageProps) {
  const photo = useRef<HTMLDivElement>(null);
  const turned = turnedSize(edits, size ?? { width: 4, height: 3 });
  const share = straightenedShare(edits.straighten, turned);
  const isSideways = edits.quarterTurns % 2 === 1;
  const aspect = turned.width / turned.height;
  const { x, y, width, height } = edits.crop ?? wholePhoto;
  return (
    <div className="grid size-full place-items-center p-6 [container-type:size]">
      {!size && <Spinner />}
      <div
        ref={photo}
        className="relative"
        hidden={!size}
        style={{ aspectRatio: aspect, width: `min(100cqw - 48px, (100cqh - 48px) * ${aspect})` }}
      >
        <div className="absolute inset-0 overflow-hidden">
          <img
            src={src}
            alt=""
            draggable={false}
            onLoad={({ currentTarget }) =>
              onLoad({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
            onError={onFailed}
            className="absolute top-1/2 left-1/2 max-w-none select-none"
            style={{
              width: percent((isSideways ? 1 / aspect : 1) / share),
              height: percent((isSideways ? aspect : 1) / share),
              transform: `translate(-50%, -50%) rotate(${edits.straighten}deg) scaleX(${edits.isMirrored ? -1 : 1}) rotate(${edits.quarterTurns * 90}deg)`,
              filter: `brightness(${lightFactor(edits.light)})`,
            }}
          />
          <div
            aria-hidden="true"
            className="absolute shadow-[0_0_0_9999px_rgb(0_0_0/0.6)]"
            style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
          />
        </div>
        <CropFrame crop={edits.crop} ratio={ratio} photo={photo} onChange={onCrop} />
      </div>
    </div>
  );
}
