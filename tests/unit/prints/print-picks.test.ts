import fc from "fast-check";
import type { Shot } from "@/lib/album/similar/likeness";
import { type PrintCandidate, pickPrints } from "@/lib/shop/prints/server/print-picks";
import { distinctLikeness } from "@/tests/support/sorter-items";

let made = 0;

function shot(change: Partial<Shot> = {}): Shot {
  return {
    id: "",
    likeness: distinctLikeness(),
    tone: [100, 110, 120],
    width: 4000,
    height: 3000,
    takenMs: null,
    sharpness: 300,
    isDark: false,
    isEdited: false,
    ...change,
  };
}

function candidate({ shot: given, ...change }: Partial<PrintCandidate> = {}): PrintCandidate {
  made += 1;
  const id = change.id ?? `picture ${String(made).padStart(4, "0")}`;
  return {
    id,
    at: new Date(Date.UTC(2026, 5, 1 + (made % 27), 12)),
    hearts: 0,
    isHearted: false,
    isFeatured: false,
    people: 0,
    comments: 0,
    hasDescription: false,
    isPaper: false,
    isTaken: false,
    ...change,
    shot: given === null ? null : { ...(given ?? shot()), id },
  };
}

test("a family's favourites come first: hearts, the month's cover, people, text", () => {
  const plain = candidate();
  const told = candidate({ comments: 3, hasDescription: true });
  const peopled = candidate({ people: 3 });
  const cover = candidate({ isFeatured: true, people: 3 });
  const loved = candidate({ hearts: 4, isHearted: true });
  const picked = pickPrints([plain, told, peopled, cover, loved], 5);
  expect(picked).toEqual([loved, cover, peopled, told, plain].map(({ id }) => id));
});

test("of two similar photos one is picked, and none similar to one in the basket", () => {
  const likeness = distinctLikeness();
  const one = candidate({ hearts: 2, shot: shot({ likeness }) });
  const copy = candidate({ hearts: 1, shot: shot({ likeness, width: 2000, height: 1500 }) });
  const taken = candidate({ isTaken: true });
  const likeTaken = candidate({ hearts: 5, shot: shot({ likeness: taken.shot?.likeness ?? "" }) });
  expect(pickPrints([one, copy, taken, likeTaken], 5)).toEqual([one.id]);
});

test("one day with many hearts does not fill the month", () => {
  const at = new Date("2026-06-03T10:00:00Z");
  const party = Array.from({ length: 6 }, () => candidate({ at, hearts: 3 }));
  const others = [5, 9, 14].map((day) => candidate({ at: new Date(Date.UTC(2026, 5, day, 9)), hearts: 1 }));
  const picked = pickPrints([...party, ...others], 5);
  expect(picked.filter((id) => others.some((other) => other.id === id))).toHaveLength(3);
});

test("screenshots are never picked, blurred and dark photos only if someone hearted them", () => {
  const paper = candidate({ isPaper: true, hearts: 9 });
  const shaken = candidate({ shot: shot({ sharpness: 5 }) });
  const dark = candidate({ shot: shot({ isDark: true }) });
  const loved = candidate({ hearts: 1, shot: shot({ sharpness: 5 }) });
  const unmeasured = candidate({ shot: null });
  expect(pickPrints([paper, shaken, dark, loved, unmeasured], 9)).toEqual([loved.id, unmeasured.id]);
});

test("at most as many as requested, each once, whatever the items and their order", () => {
  const items = fc.array(
    fc.record({
      hearts: fc.integer({ min: 0, max: 9 }),
      people: fc.integer({ min: 0, max: 5 }),
      isTaken: fc.boolean(),
      isPaper: fc.boolean(),
      day: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 12 }), (facts, count) => {
      const candidates = facts.map(({ day, ...fact }, at) =>
        candidate({ ...fact, id: `p${at}`, at: new Date(Date.UTC(2026, 5, day)) }),
      );
      const picked = pickPrints(candidates, count);
      expect(picked.length).toBeLessThanOrEqual(count);
      expect(new Set(picked).size).toBe(picked.length);
      for (const id of picked) {
        const { isTaken, isPaper } = candidates.find((one) => one.id === id) as PrintCandidate;
        expect(isTaken || isPaper).toBe(false);
      }
      expect(pickPrints([...candidates].reverse(), count)).toEqual(picked);
    }),
    { numRuns: 60 },
  );
});
