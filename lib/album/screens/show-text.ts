import type { ShowSource } from "@/lib/album/screens/schema";
import { monthTitle } from "@/lib/shared/months";

export const sourceTexts: Record<ShowSource["kind"], string> = {
  everything: "All photos",
  latest: "Most recent",
  favorites: "Your favourites",
  month: "A month",
  album: "An album",
  person: "A person",
};

/** "June 2026", "Your favourites"; an album or person by the name from the server. */
export function describeSource(source: ShowSource, name: string | null): string {
  if (source.kind === "month") return monthTitle(source);
  if (source.kind === "album") return name ? `Album “${name}”` : "An album that was deleted";
  if (source.kind === "person") return name ? `Photos of ${name}` : "Someone who isn't listed any more";
  return sourceTexts[source.kind];
}

/** "8 seconds", "5 minutes" */
export function describeSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`;
  return seconds === 60 ? "1 minute" : `${seconds / 60} minutes`;
}
