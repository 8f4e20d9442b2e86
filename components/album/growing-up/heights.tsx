import { formatHeight } from "@/components/album/growing-up/height-text";
import type { GrowingNoteDto } from "@/lib/album/growing-up/schema";

export interface HeightsProps {
  notes: readonly GrowingNoteDto[];
  locale: string;
}

/** Like marks on a door frame: each height as a bar, the latest first. */
export function Heights({ notes, locale }: HeightsProps) {
  const heights = notes.flatMap(({ id, heightCm, age, day }) =>
    heightCm === null ? [] : [{ id, heightCm, when: age ?? day }],
  );
  if (heights.length < 2) return null;
  const tallest = Math.max(...heights.map(({ heightCm }) => heightCm));
  return (
    <section aria-labelledby="heights" className="card col-span-full">
      <h2 id="heights" className="mb-3.5">
        Taller and taller
      </h2>
      <ul className="grid gap-2">
        {heights.toReversed().map(({ id, heightCm, when }) => (
          <li key={id} className="grid grid-cols-[minmax(6.5rem,auto)_1fr] items-center gap-x-4">
            <span className="text-step--1 text-ink-soft">{when}</span>
            <span className="flex min-w-0 items-center gap-2.5">
              <span
                aria-hidden="true"
                className="h-2.5 min-w-2 rounded-full bg-honey"
                style={{ width: `${(heightCm / tallest) * 70}%` }}
              />
              <span className="flex-none text-step--1 font-semibold tabular-nums">
                {formatHeight(heightCm, locale)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
