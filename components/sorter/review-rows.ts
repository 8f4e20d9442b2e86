import type { Arrangement, MonthGroup, UncertainGroup } from "@/lib/sorter/arrange";

/** The sections besides the months, in display order. */
export const asideKinds = [
  "alike",
  "blurry",
  "documents",
  "alreadyInAlbum",
  "duplicates",
  "skipped",
  "rejected",
  "uploaded",
] as const;
export type AsideKind = (typeof asideKinds)[number];

export type Section =
  | { kind: "uncertain"; key: string; ids: readonly string[]; group: UncertainGroup; isFirst: boolean }
  | { kind: "month"; key: string; ids: readonly string[]; group: MonthGroup }
  | { kind: AsideKind; key: string; ids: readonly string[] };

export type ReviewRow =
  | { kind: "section"; key: string; section: Section }
  /** `lead`: the picked photo of a set, shown beside similar ones. */
  | { kind: "tiles"; key: string; section: Section; ids: readonly string[]; lead: string | null };

export function sectionsOf(placed: Arrangement): Section[] {
  const sections: Section[] = placed.uncertain.map((group, index) => ({
    kind: "uncertain",
    key: `uncertain ${group.key}`,
    ids: group.ids,
    group,
    isFirst: index === 0,
  }));
  for (const group of placed.months)
    sections.push({ kind: "month", key: `month ${group.year}-${group.month}`, ids: group.ids, group });
  for (const kind of asideKinds) {
    const ids = kind === "alike" ? placed.alike.flatMap((set) => set.ids) : placed[kind];
    if (ids.length > 0) sections.push({ kind, key: kind, ids });
  }
  return sections;
}

/** The review as rows of tiles, each section under its heading. */
export function reviewRows(sections: readonly Section[], placed: Arrangement, columns: number): ReviewRow[] {
  const rows: ReviewRow[] = [];
  for (const section of sections) {
    rows.push({ kind: "section", key: section.key, section });
    let count = 0;
    const add = (ids: readonly string[], lead: string | null) => {
      const first = lead ? columns - 1 : columns;
      for (let at = 0; at < ids.length; ) {
        const room = at === 0 ? first : columns;
        const cut = ids.slice(at, at + room);
        rows.push({
          kind: "tiles",
          // Keyed by position: a picture read later is inserted between the others, which changes each row after it by
          // one tile.
          key: `${section.key} ${count++}`,
          section,
          ids: cut,
          lead: at === 0 ? lead : null,
        });
        at += room;
      }
    };
    if (section.kind === "alike") for (const set of placed.alike) add(set.ids, set.best);
    else add(section.ids, null);
  }
  return rows;
}
