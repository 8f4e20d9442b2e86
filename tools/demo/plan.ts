import { Random } from "./random";

const first = { year: 2022, month: 10 };
const pictureCount = 320;
const clipCount = 6;
/** Share of the remaining pictures that are photographs; the others are drawn. */
const photographedPart = 0.6;

export interface Shot {
  year: number;
  month: number;
  seed: number;
  isClip: boolean;
  /** Otherwise it is drawn. */
  isPhotograph: boolean;
}

/**
 * Which pictures and clips to make: some in every month until today, in chronological order. What home shows first, the
 * covers of the months and the latest pictures, is photographed.
 */
export function planShots(today: Date): Shot[] {
  const random = new Random(2022);
  const monthCount = (today.getUTCFullYear() - first.year) * 12 + today.getUTCMonth() + 2 - first.month;
  const months = Array.from({ length: monthCount }, (_, index) => ({
    year: first.year + Math.floor((first.month - 1 + index) / 12),
    month: ((first.month - 1 + index) % 12) + 1,
    weight: random.between(0.5, 1.6),
  }));
  const clipMonths = new Set(
    Array.from({ length: clipCount }, (_, index) => Math.floor(((index + 0.5) * monthCount) / clipCount)),
  );
  const weights = months.reduce((sum, { weight }) => sum + weight, 0);
  let seed = 0;
  return months.flatMap(({ year, month, weight }, index) => {
    const count = Math.max(3, Math.round((weight / weights) * pictureCount));
    const isLast = index === monthCount - 1;
    const shots = Array.from({ length: count }, (_, place) => ({
      year,
      month,
      seed: ++seed,
      isClip: false,
      isPhotograph: isLast || place === 0 || random.chance(photographedPart),
    }));
    if (!clipMonths.has(index)) return shots;
    return [...shots, { year, month, seed: ++seed, isClip: true, isPhotograph: true }];
  });
}
