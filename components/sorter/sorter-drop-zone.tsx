import { Images } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useUploadLimits } from "@/components/album/uploads/use-upload-limits";
import { asDropped, collectDropped, pickWithHandles } from "@/components/sorter/collect-files";
import { takeDropped } from "@/components/sorter/dropped-items";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { acceptAttribute } from "@/lib/album/uploads/file-rules";
import type { DroppedFile } from "@/lib/sorter/client/chosen-source";

export interface SorterDropZoneProps {
  /** Takes less space once there is a review. */
  isSmall: boolean;
  isDisabled: boolean;
  onFiles: (files: readonly DroppedFile[]) => void;
}

const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Takes files, folders and Takeout archives, dropped or picked. */
export function SorterDropZone({ isSmall, isDisabled, onFiles }: SorterDropZoneProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const limits = useUploadLimits();

  async function pick(what: "files" | "folder") {
    const picked = await pickWithHandles(what);
    if (picked) onFiles(picked);
    else (what === "files" ? files : folder).current?.click();
  }

  async function drop(event: DragEvent) {
    setIsOver(false);
    if (!isOfFiles(event)) return;
    event.preventDefault();
    if (!isDisabled) onFiles(await collectDropped(takeDropped(event.dataTransfer)));
  }

  if (isDisabled) return null;
  return (
    <section
      aria-label="Add photos and videos"
      onDragOver={(event) => {
        if (!isOfFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => void drop(event)}
      className={cn(
        "flex rounded-3xl border-2 border-dashed border-line-strong bg-sunk px-5 transition-colors",
        isSmall
          ? "flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3"
          : "flex-col items-center gap-4 py-10 text-center md:py-16",
        isOver && "border-accent-strong bg-accent-soft",
      )}
    >
      <input
        ref={files}
        type="file"
        multiple
        accept={`${acceptAttribute("all", limits)},.zip,application/zip`}
        aria-label="Files to sort"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          onFiles(asDropped(event.target.files ?? []));
          event.target.value = "";
        }}
      />
      <input
        ref={folder}
        type="file"
        multiple
        // React's types lack this attribute; every browser except on iPhones supports it.
        {...{ webkitdirectory: "" }}
        aria-label="Folder to sort"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          onFiles(asDropped(event.target.files ?? []));
          event.target.value = "";
        }}
      />
      {!isSmall && (
        <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-strong">
          <Images aria-hidden="true" className="size-8" strokeWidth={1.7} />
        </span>
      )}
      <div className={cn(isSmall && "max-md:sr-only")}>
        <p className={cn("font-semibold", !isSmall && "text-step-1")}>
          {isOver ? "Drop to add them" : isSmall ? "Drop more here" : "Drop your photos here"}
        </p>
        {!isSmall && (
          <p className="mt-1 text-ink-soft">Hundreds of files, whole folders, or a Google Takeout ZIP</p>
        )}
      </div>
      <div
        className={cn(
          "flex gap-3",
          isSmall ? "max-md:w-full max-md:[&>*]:flex-1" : "flex-wrap justify-center",
        )}
      >
        <Button variant={isSmall ? "secondary" : "primary"} onClick={() => void pick("files")}>
          {isSmall ? "Add files" : "Choose files"}
        </Button>
        <Button variant="secondary" onClick={() => void pick("folder")}>
          {isSmall ? "Add a folder" : "Choose a folder"}
        </Button>
      </div>
    </section>
  );
}
