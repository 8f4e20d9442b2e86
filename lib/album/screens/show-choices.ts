/** A person's choices for a TV or frame. */
export interface ShowChoices {
  albums: readonly { id: string; name: string }[];
  people: readonly { id: string; name: string }[];
  /** The latest first. */
  months: readonly { year: number; month: number }[];
}
