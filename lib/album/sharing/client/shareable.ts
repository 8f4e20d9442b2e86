export interface Shareable {
  title: string;
  text: string;
  /** Complete, with its origin. */
  url: string;
}
