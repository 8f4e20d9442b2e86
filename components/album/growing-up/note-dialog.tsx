"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { RadioCard } from "@/components/ui/radio-card";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { createNote, deleteNote, refreshGrowing, updateNote } from "@/lib/album/growing-up/client/queries";
import {
  firstTimes,
  heightsCm,
  maxFirstLength,
  maxWordsLength,
  type NoteKind,
} from "@/lib/album/growing-up/limits";
import type { CreateNoteInput, GrowingNoteDto } from "@/lib/album/growing-up/schema";
import { randomKey } from "@/lib/shared/random-key";

export interface NoteDialogProps {
  /** The people it can be about; the first is preselected. */
  people: readonly { id: string; displayName: string }[];
  /** null for a new one. */
  note: GrowingNoteDto | null;
  /** For a new note: the photo that shows it. Only a first can then be noted. */
  mediaId?: string;
  /** For a new note, YYYY-MM-DD. */
  day: string;
  onClose: () => void;
}

const kinds = [
  ["first", "A first"],
  ["height", "A height"],
  ["words", "A few words"],
] as const satisfies readonly (readonly [NoteKind, string])[];

interface Draft {
  kind: NoteKind;
  memberId: string;
  day: string;
  text: string;
  height: string;
}

/** The typed values as the server takes them; a height can be typed with a comma. */
function inputOf({ kind, day, text, height }: Draft, mediaId: string | null): CreateNoteInput {
  if (kind === "height") return { kind, day, heightCm: Number(height.replace(",", ".")) };
  return { kind, day, text, mediaId };
}

function useNote({ note, people, mediaId, day, onClose }: NoteDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({
    kind: note?.kind ?? "first",
    memberId: note?.memberId ?? people[0]?.id ?? "",
    day: note?.day ?? day,
    text: note?.text ?? "",
    height: note?.heightCm?.toString() ?? "",
  });
  // The same for every attempt with the same content.
  const making = useRef({ typed: "", key: "" });
  const action = useAction(
    async (wanted: "save" | "delete") => {
      const input = inputOf(draft, mediaId ?? null);
      if (wanted === "delete" && note) await deleteNote(note.id);
      else if (note) {
        const { kind: _, ...change } = input;
        if ("mediaId" in change) await updateNote(note.id, { day: change.day, text: change.text });
        else await updateNote(note.id, change);
      } else {
        const typed = JSON.stringify(draft);
        if (making.current.typed !== typed) making.current = { typed, key: randomKey() };
        await createNote(draft.memberId, input, making.current.key);
      }
      await refreshGrowing(client);
      toast({ title: wanted === "delete" ? "Deleted" : "Saved" });
      onClose();
    },
    { fallback: "It could not be saved. Please try again.", fields: ["day", "text", "heightCm"] },
  );
  return { draft, change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }), ...action };
}

/** Notes a first, a height or words about someone; or changes or deletes a note. */
export function NoteDialog(props: NoteDialogProps) {
  const { people, note, mediaId, onClose } = props;
  const { draft, change, run, busyWith, error, errorOf } = useNote(props);
  const name = people.find(({ id }) => id === draft.memberId)?.displayName ?? note?.displayName ?? "";
  const isOfPhoto = mediaId !== undefined;
  return (
    <FormDialog
      title={note ? "Edit note" : isOfPhoto ? "Mark a first" : `Add a note about ${name}`}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={busyWith === "save"}
      extra={
        note && (
          <Button
            variant="ghost"
            className="md:mr-auto"
            isBusy={busyWith === "delete"}
            onClick={() => void run("delete")}
          >
            Delete
          </Button>
        )
      }
      onSubmit={() => void run("save")}
      onClose={onClose}
    >
      <FormAlert message={error} />
      {isOfPhoto && people.length > 1 && (
        <FormField label="Whose?">
          {(control) => (
            <Select
              {...control}
              value={draft.memberId}
              onChange={({ target }) => change({ memberId: target.value })}
            >
              {people.map(({ id, displayName }) => (
                <option key={id} value={id}>
                  {displayName}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      {!note && !isOfPhoto && (
        <fieldset>
          <legend className="mb-2 font-semibold">What is it?</legend>
          <div className="grid gap-2.5 sm:grid-cols-3">
            {kinds.map(([kind, label]) => (
              <RadioCard
                key={kind}
                name="kind"
                value={kind}
                isChecked={draft.kind === kind}
                onChoose={() => change({ kind })}
              >
                <span className="font-semibold">{label}</span>
              </RadioCard>
            ))}
          </div>
        </fieldset>
      )}
      <NoteFields draft={draft} change={change} errorOf={errorOf} />
      <FormField label="Day" error={errorOf("day")}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={draft.day}
            onChange={({ target }) => change({ day: target.value })}
          />
        )}
      </FormField>
    </FormDialog>
  );
}

interface NoteFieldsProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errorOf: (field: string) => string | null | undefined;
}

function NoteFields({ draft: { kind, text, height }, change, errorOf }: NoteFieldsProps) {
  if (kind === "height") {
    return (
      <TextField
        label="Height in cm"
        value={height}
        onValueChange={(value) => change({ height: value })}
        error={errorOf("heightCm")}
        hint={`Between ${heightsCm.least} and ${heightsCm.most}, such as 92.5`}
        inputMode="decimal"
        maxLength={6}
      />
    );
  }
  if (kind === "words") {
    return (
      <FormField label="Words" error={errorOf("text")} hint="Something they said, or something to remember">
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            maxLength={maxWordsLength}
            value={text}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </FormField>
    );
  }
  return (
    <div>
      <TextField
        label="What was it?"
        value={text}
        onValueChange={(value) => change({ text: value })}
        error={errorOf("text")}
        placeholder="First steps"
        maxLength={maxFirstLength}
      />
      <ul aria-label="Suggestions" className="mt-3 flex flex-wrap gap-2">
        {firstTimes.map((first) => (
          <li key={first}>
            <button
              type="button"
              aria-pressed={text === first}
              onClick={() => change({ text: first })}
              className="min-h-11 rounded-full border border-line bg-card px-3.5 text-step--1 font-semibold hover:bg-sunk aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
            >
              {first}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
