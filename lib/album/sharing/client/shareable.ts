export interface Shareable {
  title: string;
  text: string;
  /** Absolute, with its origin. */
  url: string;
}
