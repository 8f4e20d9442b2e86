import { useRef } from "react";
import { ChosenFileRow } from "@/components/uploads/chosen-file-row";
import type { UploadState } from "@/lib/features/uploads/upload-state";

export interface ChosenFileListProps {
  state: UploadState;
  onRemove: (id: string) => void;
  /** Puts a file back under the form's month. */
  onUnfile: (id: string) => void;
}

/** The files to go up, each with its progress and a way to take it off. */
export function ChosenFileList({ state, onRemove, onUnfile }: ChosenFileListProps) {
  const list = useRef<HTMLUListElement>(null);
  if (state.items.length === 0) return null;

  function remove(id: string, index: number) {
    onRemove(id);
    // The focus goes to the neighbour, not to the page's beginning.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>("[data-remove]");
      (buttons?.[Math.min(index, buttons.length - 1)] ?? list.current)?.focus();
    });
  }

  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Selected files"
      className="max-h-[max(14rem,44dvh)] divide-y divide-line overflow-y-auto overscroll-auto rounded-3xl border border-line px-4"
    >
      {state.items.map((item, index) => (
        <ChosenFileRow
          key={item.id}
          item={item}
          isRunning={state.isRunning}
          isCurrent={item.id === state.currentId}
          isDuplicate={item.id === state.duplicate?.item.id}
          onRemove={() => remove(item.id, index)}
          onUnfile={() => onUnfile(item.id)}
        />
      ))}
    </ul>
  );
}
