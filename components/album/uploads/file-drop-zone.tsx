import { ImagePlus } from "lucide-react";
import { useDropzone } from "react-dropzone";
import { useUploadLimits } from "@/components/album/uploads/use-upload-limits";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { acceptAttribute, type FileFilter, limitLabel, typeLabels } from "@/lib/album/uploads/file-rules";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { listed } from "@/lib/shared/listed";

export interface FileDropZoneProps {
  filter: FileFilter;
  /** Takes less space once files are chosen. */
  isSmall: boolean;
  onFiles: (files: readonly File[]) => void;
}

const nouns = { all: "photos and videos", image: "photos", video: "videos" };

function hintsFor(filter: FileFilter, limits: UploadLimits): string[] {
  const kinds = filter === "all" ? (["image", "video"] as const) : [filter];
  return kinds.map((kind) => `${listed(typeLabels(kind, limits), "or")} up to ${limitLabel(kind, limits)}`);
}

/**
 * Takes files that are dropped on it or picked; the dialog handles pasted ones. `sortFiles` decides which are accepted.
 */
export function FileDropZone({ filter, isSmall, onFiles }: FileDropZoneProps) {
  const limits = useUploadLimits();
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    onDrop: (files) => onFiles(files),
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    // The page handles files dropped outside it (UploadDropTarget), and ignores events that others have prevented.
    preventDropOnDocument: false,
  });
  return (
    <section
      {...getRootProps({
        role: "group",
        "aria-label": `Add ${nouns[filter]}`,
        tabIndex: undefined,
        className: cn(
          "flex rounded-3xl border-2 border-dashed border-line-strong bg-sunk px-5 transition-colors",
          isSmall
            ? "items-center justify-between gap-4 py-3"
            : "flex-col items-center gap-3 py-5 text-center md:py-8",
          isDragActive && "border-accent-strong bg-accent-soft",
        ),
      })}
    >
      <input
        {...getInputProps({
          accept: acceptAttribute(filter, limits),
          "aria-label": "Files to upload",
          tabIndex: -1,
        })}
        // Outside the row: its own style would leave a gap there.
        style={{ display: "none" }}
      />
      {!isSmall && (
        <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-strong">
          <ImagePlus aria-hidden="true" className="size-7" strokeWidth={1.7} />
        </span>
      )}
      <div className={cn(isSmall && "text-left max-md:sr-only")}>
        <p className="font-semibold">
          {isDragActive ? "Drop to add them" : `Drop ${isSmall ? "more" : nouns[filter]} here`}
          {!isSmall && !isDragActive && <span className="max-md:hidden">, or paste them</span>}
        </p>
        {hintsFor(filter, limits).map((hint) => (
          <p key={hint} className="text-step--1 text-ink-soft">
            {hint}
          </p>
        ))}
      </div>
      <Button variant="secondary" onClick={open} className={cn(isSmall && "max-md:w-full")}>
        {isSmall ? "Add more" : "Choose files"}
      </Button>
    </section>
  );
}
