import { readFileSync } from "node:fs";
import { arrange } from "@/lib/sorter/arrange";
import type { ReviewItem } from "@/lib/sorter/review-item";

/** Arranges the items that a page stored, and sends back the result by file name. */
const items = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as ReviewItem[];
const names = new Map(items.map(({ id, name }) => [id, name]));
const nameOf = (id: string) => names.get(id) ?? id;
const started = performance.now();
const { months, alike, uncertain, duplicates, blurry, documents } = arrange(items, {
  firstYear: 2022,
  today: new Date(),
});
const ms = performance.now() - started;
process.send?.({
  ms,
  months: months.map(({ year, month, ids }) => ({ year, month, names: ids.map(nameOf) })),
  alike: alike.map(({ best, ids }) => ({ best: nameOf(best), others: ids.map(nameOf) })),
  uncertain: uncertain.flatMap(({ suggestion, ids }) => ids.map((id) => ({ name: nameOf(id), suggestion }))),
  duplicates: duplicates.map(nameOf),
  blurry: blurry.map(nameOf),
  documents: documents.map(nameOf),
});
