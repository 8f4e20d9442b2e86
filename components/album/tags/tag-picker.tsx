"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { TaggedPerson } from "@/components/album/item/item-extras";
import { useAuth } from "@/components/session/session-auth-provider";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { peopleOptions } from "@/lib/family/families/client/queries";
import { matchingPeople } from "@/lib/shared/matching-people";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";

export interface TagPickerProps {
  tagged: readonly TaggedPerson[];
  onChange: (people: readonly TaggedPerson[]) => void;
  /** Omitted if something around it closes it. */
  onClose?: () => void;
}

/** The family's people as a list to filter by typing; a tap, or Enter, tags someone or removes the tag. */
export function TagPicker({ tagged, onChange, onClose }: TagPickerProps) {
  const { user } = useAuth();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [activeIndex, setActiveIndex] = useState(0);
  const familyId = user?.currentFamily?.id ?? "";
  const people = useQuery({ ...peopleOptions(familyId), enabled: familyId !== "" });
  const shown = matchingPeople(people.data ?? [], typed);
  const active = shown[Math.min(activeIndex, shown.length - 1)];
  const isFull = tagged.length >= maxTagsPerItem;
  const optionId = (id: string) => `${listId}-${id}`;
  const isTagged = (id: string) => tagged.some((person) => person.id === id);

  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const option = active && document.getElementById(`${listId}-${active.id}`);
    option?.scrollIntoView?.({ block: "nearest" });
  }, [active, listId]);

  function toggle({ id, displayName }: TaggedPerson) {
    if (isTagged(id)) onChange(tagged.filter((person) => person.id !== id));
    else if (!isFull) onChange([...tagged, { id, displayName }]);
    setTyped("");
  }

  function move(step: number) {
    if (shown.length === 0) return;
    setActiveIndex((Math.min(activeIndex, shown.length - 1) + step + shown.length) % shown.length);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const last = tagged.at(-1);
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && active) toggle(active);
    else if (event.key === "Escape" && onClose) onClose();
    else if (event.key === "Backspace" && typed === "" && last) toggle(last);
    else if (event.key !== "Enter") return;
    event.preventDefault();
  }

  return (
    <div className="mt-3">
      <div className="flex gap-2">
        <Input
          ref={input}
          role="combobox"
          aria-label="Who is in this photo?"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active.id) : undefined}
          placeholder="Type a name"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActiveIndex(0);
          }}
          onKeyDown={onKeyDown}
          data-keeps-escape=""
        />
        {onClose && (
          <Button variant="secondary" className="flex-none" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
      {people.isPending && <Skeleton className="mt-2 h-24" />}
      {people.isError && <PeopleFailed onTryAgain={() => void people.refetch()} />}
      <div
        role="listbox"
        id={listId}
        aria-label="People of the family"
        aria-multiselectable="true"
        tabIndex={-1}
        className={cn("mt-2 max-h-60 overflow-y-auto rounded-2xl", shown.length > 0 && "border border-line")}
      >
        {shown.map((person) => (
          <PersonOption
            key={person.id}
            id={optionId(person.id)}
            name={person.displayName}
            isActive={person === active}
            isTagged={isTagged(person.id)}
            isFull={isFull}
            onToggle={() => toggle(person)}
          />
        ))}
      </div>
      <PickerStatus isFull={isFull} unknownName={people.data && shown.length === 0 ? typed.trim() : ""} />
    </div>
  );
}

interface PersonOptionProps {
  id: string;
  name: string;
  isActive: boolean;
  isTagged: boolean;
  /** No more people can be tagged; a tag can still be removed. */
  isFull: boolean;
  onToggle: () => void;
}

function PersonOption({ id, name, isActive, isTagged, isFull, onToggle }: PersonOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which names the active option
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isTagged}
      aria-disabled={isFull && !isTagged}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onToggle}
      className={cn(
        "flex min-h-12 cursor-pointer items-center gap-3 px-3 hover:bg-sunk",
        isActive && "bg-sunk",
      )}
    >
      <Avatar name={name} size="small" />
      <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
      {isTagged && (
        <Check aria-hidden="true" className="size-5 flex-none text-accent-strong" strokeWidth={2.4} />
      )}
    </div>
  );
}

function PeopleFailed({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div role="alert" className="mt-2 text-ink-soft">
      The family's people could not be loaded.{" "}
      <Button variant="secondary" size="small" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  );
}

/** Explains why nothing happens: no more tags fit, or nobody has the typed name. */
function PickerStatus({ isFull, unknownName }: { isFull: boolean; unknownName: string }) {
  return (
    <p role="status" className="mt-2 text-step--1 text-ink-soft">
      {isFull && `That's the maximum: ${maxTagsPerItem} people.`}
      {unknownName && `There's no one called “${unknownName}” in this album.`}
    </p>
  );
}
