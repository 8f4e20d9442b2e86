"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { maxCommentLength } from "@/lib/shared/comment-limits";

/** The remaining characters are shown from this length on. */
const countedFrom = maxCommentLength - 200;

export interface CommentFormProps {
  label: string;
  placeholder?: string;
  text: string;
  onChange: (text: string) => void;
  submitLabel: string;
  /** Shown while it is being sent. */
  busyLabel: string;
  onSubmit: (text: string) => Promise<unknown>;
  /** A voice note's text can be removed. */
  isOptional?: boolean;
  /** Shows Cancel, and starts with the cursor in the box. */
  onCancel?: () => void;
}

/** A box for plain text. The typed text stays until it has been sent. */
export function CommentForm({
  label,
  placeholder,
  text,
  onChange,
  submitLabel,
  busyLabel,
  onSubmit,
  isOptional = false,
  onCancel,
}: CommentFormProps) {
  const errorId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { run, isBusy, error, setError } = useAction(onSubmit, {
    fallback: "It could not be sent. Your text is still here; please try again.",
  });
  const left = maxCommentLength - text.length;

  const isEditing = onCancel !== undefined;
  useEffect(() => {
    if (isEditing) box.current?.focus();
  }, [isEditing]);

  function send() {
    if (isOptional || text.trim()) return void run(text);
    setError("Please write something first");
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    if (event.key !== "Escape") return;
    // Moves focus out of the box but keeps the viewer open: closing it would hide the typed text.
    if (onCancel) onCancel();
    else event.currentTarget.closest<HTMLElement>("[role=dialog]")?.focus();
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={box}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        placeholder={placeholder}
        dir="auto"
        rows={2}
        maxLength={maxCommentLength}
        value={text}
        readOnly={isBusy}
        onChange={(event) => {
          onChange(event.target.value);
          setError(null);
        }}
        onKeyDown={onKeyDown}
        data-keeps-escape=""
        className="min-h-[76px]"
      />
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-step--1 font-semibold text-danger">
          {error}
        </p>
      )}
      <div className="mt-2 flex items-center justify-end gap-2">
        {text.length >= countedFrom && (
          <span className="mr-auto text-step--1 text-ink-faint tabular-nums">{left} left</span>
        )}
        {onCancel && (
          <Button variant="ghost" size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="small" isBusy={isBusy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
