let origin: DOMRect | null = null;

/** Where on the screen the viewer grows from. */
export function rememberOrigin(tile: HTMLElement | undefined): void {
  origin = tile?.getBoundingClientRect() ?? null;
}

/** The place a tile was opened from, returned once: later pictures do not grow. */
export function takeOrigin(): DOMRect | null {
  const taken = origin;
  origin = null;
  return taken;
}
