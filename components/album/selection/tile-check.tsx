import type { TileChoice } from "@/components/album/selection/selection-store";

/**
 * The mark in a tile's corner. Before anything is selected it is a button that a pointer reveals (the keyboard has the
 * tile itself, and Space); afterwards it only shows the tile's state.
 */
export function TileCheck({ choice, name }: { choice: TileChoice | null; name: string }) {
  if (choice === null) return null;
  if (choice !== "idle") return <span aria-hidden="true" className="tile-check" data-is={choice} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-tile-check=""
      aria-label={`Select ${name}`}
      className="tile-check"
      data-is="idle"
    />
  );
}
