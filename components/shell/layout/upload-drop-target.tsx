"use client";

import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { openUploadDialog } from "@/components/album/uploads/upload-dialog-controller";
import { takeDropped } from "@/components/sorter/dropped-items";
import { showNotLoadedToast } from "@/components/ui/not-loaded-toast";

const loadReading = () => import("@/components/sorter/read-dropped-files");

/** A drag over the page, moving or not, fires events several times a second; when they stop, it has left. */
const gonePatienceMs = 700;

/** Whether files from the device are dragged: a dragged picture or link comes with an address too. */
function bringsFiles({ dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes("Files") && !types.includes("text/uri-list") && !types.includes("text/html");
}

/**
 * Accepts files dropped anywhere on the page. A part of the page that accepts files itself keeps its own: it has
 * already prevented the event's default.
 */
export function UploadDropTarget() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A picture dragged from this page, whatever the browser reports.
    let isOwnDrag = false;
    const show = (isShown: boolean) => {
      clearTimeout(timer);
      if (isShown) timer = setTimeout(() => setIsOver(false), gonePatienceMs);
      setIsOver(isShown);
    };
    const onDragOver = (event: DragEvent) => {
      if (isOwnDrag || !bringsFiles(event)) return;
      if (event.defaultPrevented) return show(false);
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      show(true);
    };
    const onDragLeave = ({ relatedTarget, clientX, clientY }: DragEvent) => {
      const isInside = clientX > 0 && clientY > 0 && clientX < innerWidth && clientY < innerHeight;
      if (!relatedTarget && !isInside) show(false);
    };
    const onDrop = async (event: DragEvent) => {
      show(false);
      if (isOwnDrag || event.defaultPrevented || !event.dataTransfer || !bringsFiles(event)) return;
      event.preventDefault();
      const items = takeDropped(event.dataTransfer);
      const reading = await loadReading().catch(() => null);
      if (!reading) return showNotLoadedToast();
      const files = await reading.readDroppedFiles(items);
      if (files.length > 0) openUploadDialog({ filter: "all", files });
    };
    const onDragStart = () => {
      isOwnDrag = true;
    };
    const onDragEnd = () => {
      isOwnDrag = false;
    };
    const listeners = [
      ["dragenter", onDragOver],
      ["dragover", onDragOver],
      ["dragleave", onDragLeave],
      ["drop", onDrop],
      ["dragstart", onDragStart],
      ["dragend", onDragEnd],
    ] as const;
    for (const [name, listener] of listeners) window.addEventListener(name, listener);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) window.removeEventListener(name, listener);
    };
  }, []);

  if (!isOver) return null;
  return (
    // The elements below still get the events, so the page's own drop targets keep working.
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-[60] grid place-items-center bg-paper/80 p-4 backdrop-blur-sm"
    >
      <div className="grid size-full place-content-center justify-items-center gap-4 rounded-3xl border-4 border-dashed border-accent-strong text-center">
        <span className="grid size-20 place-items-center rounded-full bg-accent-strong text-on-accent">
          <Upload className="size-9" />
        </span>
        <p className="text-step-2 font-semibold">Drop to upload</p>
        <p className="text-ink-soft">Photos and videos, or a folder of them</p>
      </div>
    </div>
  );
}
