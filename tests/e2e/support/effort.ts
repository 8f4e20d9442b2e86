import type { Page } from "@playwright/test";

/** What a person has done on a page. */
export interface Effort {
  /** Fields that were typed into. */
  typed: string[];
  characters: number;
  presses: number;
}

// The keystroke-level model (Card, Moran, Newell 1980): a key pressed by someone who doesn't type for a living, finding
// where to press, getting there, pressing.
const keySeconds = 0.28;
const thinkSeconds = 1.35;
const pointSeconds = 1.1;
const pressSeconds = 0.2;

/** How long it takes a person, in seconds, without the machine's own time. */
export function personSeconds({ typed, characters, presses }: Effort): number {
  const reaches = typed.length + presses;
  return characters * keySeconds + reaches * (thinkSeconds + pointSeconds + pressSeconds);
}

/** Runs in every document of the page. */
function listen() {
  const told = window as typeof window & {
    noteEffort?: (kind: string, name: string, length: number) => void;
  };
  const note = (kind: string, name: string, length: number) => told.noteEffort?.(kind, name, length);
  const nameOf = (field: HTMLInputElement) =>
    `${location.pathname} ${field.labels?.[0]?.textContent || field.name || field.id}`;
  document.addEventListener(
    "input",
    ({ target }) => {
      const isTyped =
        target instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(target.type);
      if (isTyped) note("typed", nameOf(target), target.value.length);
    },
    true,
  );
  document.addEventListener("click", ({ isTrusted }) => isTrusted && note("press", "", 0), true);
  document.addEventListener("change", ({ target }) => {
    // Opening a list and choosing from it: two presses that the page doesn't see.
    if (target instanceof HTMLSelectElement) for (const _ of [1, 2]) note("press", "", 0);
  });
}

/** Starts counting. @returns a function that reports the effort so far */
export async function watchEffort(page: Page): Promise<() => Effort> {
  const lengths = new Map<string, number>();
  let presses = 0;
  await page.exposeFunction("noteEffort", (kind: string, name: string, length: number) => {
    if (kind === "press") presses++;
    else lengths.set(name, Math.max(length, lengths.get(name) ?? 0));
  });
  await page.addInitScript(listen);
  return () => ({
    typed: [...lengths.keys()],
    characters: [...lengths.values()].reduce((sum, length) => sum + length, 0),
    presses,
  });
}
