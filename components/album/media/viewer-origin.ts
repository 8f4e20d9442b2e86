let origin: DOMRect | null = null;

/** Stores the place on the screen that the viewer grows from. */
export function rememberOrigin(tile: HTMLElement | undefined): void {
  origin = tile?.getBoundingClientRect() ?? null;
}

/** The place a tile was opened from, returned once: later pictures do not grow. */
export function takeOrigin(): DOMRect | null {
  const taken = origin;
  origin = null;
  return taken;
}
