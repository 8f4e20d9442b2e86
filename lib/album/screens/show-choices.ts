/** What a person can choose from for a TV or frame. */
export interface ShowChoices {
  albums: readonly { id: string; name: string }[];
  people: readonly { id: string; name: string }[];
  /** The latest first. */
  months: readonly { year: number; month: number }[];
}
