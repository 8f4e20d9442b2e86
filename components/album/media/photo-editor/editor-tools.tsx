"use client";

import { FlipVertical2, RotateCcw, RotateCw, Undo2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import {
  type CropShape,
  cropShapes,
  formatDegrees,
  formatLight,
  mirrorPhoto,
  turnPhoto,
} from "@/lib/album/media/edit-steps";
import { areNoEdits, maxLight, maxStraighten, noEdits, type PictureEdits } from "@/lib/shared/picture-edits";

export interface EditorToolsProps {
  edits: PictureEdits;
  shape: CropShape;
  onChange: (edits: PictureEdits) => void;
  onShape: (shape: CropShape) => void;
}

/** Everything that can be done to a photo, besides dragging its crop. */
export function EditorTools({ edits, shape, onChange, onShape }: EditorToolsProps) {
  const areNone = areNoEdits(edits);
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-3 gap-2">
        <TurnButton label="Rotate left" onClick={() => onChange(turnPhoto(edits, "left"))}>
          <RotateCcw aria-hidden="true" />
        </TurnButton>
        <TurnButton label="Rotate right" onClick={() => onChange(turnPhoto(edits, "right"))}>
          <RotateCw aria-hidden="true" />
        </TurnButton>
        <TurnButton label="Mirror" isPressed={edits.isMirrored} onClick={() => onChange(mirrorPhoto(edits))}>
          <FlipVertical2 aria-hidden="true" />
        </TurnButton>
      </div>
      <Slider
        label="Straighten"
        most={maxStraighten}
        step={0.5}
        value={edits.straighten}
        text={formatDegrees(edits.straighten)}
        onChange={(straighten) => onChange({ ...edits, straighten })}
      />
      <Slider
        label="Light"
        most={maxLight}
        step={5}
        value={edits.light}
        text={formatLight(edits.light)}
        onChange={(light) => onChange({ ...edits, light })}
      />
      <ShapeChoice shape={shape} onShape={onShape} />
      <button
        type="button"
        aria-disabled={areNone}
        onClick={() => areNone || onChange(noEdits)}
        className="inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-4 font-semibold hover:bg-white/15 focus-visible:outline-white aria-disabled:opacity-45 aria-disabled:hover:bg-transparent [&_svg]:size-5"
      >
        <Undo2 aria-hidden="true" />
        Revert to original
      </button>
    </div>
  );
}

interface TurnButtonProps {
  label: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function TurnButton({ label, isPressed, onClick, children }: TurnButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onClick}
      className="grid min-h-14 content-center justify-items-center gap-1 rounded-2xl bg-white/10 px-1 py-2 text-[0.875rem] hover:bg-white/20 focus-visible:outline-white aria-pressed:bg-white/30 [&_svg]:size-[22px]"
    >
      {children}
      {label}
    </button>
  );
}

interface SliderProps {
  label: string;
  /** In both directions. */
  most: number;
  step: number;
  value: number;
  text: string;
  onChange: (value: number) => void;
}

function Slider({ label, most, step, value, text, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)_3.25rem] items-center gap-2">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={-most}
        max={most}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-11 min-w-0 accent-white focus-visible:outline-white"
      />
      <span aria-hidden="true" className="text-right tabular-nums">
        {text}
      </span>
    </div>
  );
}

function ShapeChoice({ shape, onShape }: Pick<EditorToolsProps, "shape" | "onShape">) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2">Shape of the crop</legend>
      <div className="flex flex-wrap gap-2">
        {cropShapes.map((one) => (
          <label
            key={one}
            className="relative grid min-h-11 min-w-11 cursor-pointer place-items-center rounded-full bg-white/10 px-3.5 text-[0.94rem] hover:bg-white/20 has-checked:bg-white has-checked:text-[oklch(20%_0.02_350)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-white"
          >
            <input
              type="radio"
              name={name}
              checked={shape === one}
              onChange={() => onShape(one)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {one}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
