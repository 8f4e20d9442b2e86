import type { ReactNode } from "react";

export type SampleDrawingName = "beach" | "birthday" | "garden";

const scenes: Record<SampleDrawingName, ReactNode> = {
  beach: (
    <>
      <rect width="320" height="200" fill="oklch(88% 0.06 225)" />
      <circle cx="252" cy="48" r="26" fill="oklch(90% 0.12 85)" />
      <path d="M0 104h320v60H0z" fill="oklch(70% 0.1 215)" />
      <path d="M0 116q40-12 80 0t80 0 80 0 80 0v84H0z" fill="oklch(76% 0.09 205)" />
      <path d="M0 154q90-26 180-8t140-6v60H0z" fill="oklch(87% 0.07 82)" />
      <path d="M70 152 92 92a44 44 0 0 1 56 48z" fill="oklch(66% 0.17 20)" />
      <path d="M92 92a44 44 0 0 1 56 48l-36-12z" fill="oklch(94% 0.03 60)" />
      <path d="m104 122 18 58" stroke="oklch(45% 0.05 50)" strokeWidth="4" strokeLinecap="round" />
      <path d="m196 168 10-26h34l10 26z" fill="oklch(62% 0.13 255)" />
      <path d="M206 142q17-20 34 0" fill="none" stroke="oklch(45% 0.1 255)" strokeWidth="4" />
    </>
  ),
  birthday: (
    <>
      <rect width="320" height="200" fill="oklch(91% 0.05 20)" />
      <path d="M0 160h320v40H0z" fill="oklch(82% 0.07 45)" />
      <path d="M20 22q140 52 280 0" fill="none" stroke="oklch(55% 0.1 350)" strokeWidth="3" />
      <path d="m58 34 22 8-15 22zM138 48h26l-13 24zM222 42l24-8-6 26z" fill="oklch(80% 0.13 80)" />
      <path d="m98 43 24 4-14 22zM180 48l24-3-9 25z" fill="oklch(62% 0.12 165)" />
      <path d="M96 118h128v46H96z" fill="oklch(97% 0.02 70)" />
      <path d="M96 118h128v16q-11 12-21 0t-22 0-21 0-22 0-21 0-21 0z" fill="oklch(64% 0.17 15)" />
      <path
        d="M132 118V92m28 26V88m28 30V92"
        stroke="oklch(62% 0.13 255)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path
        d="m132 86 4-9 4 9zM156 82l4-9 4 9zm28 4 4-9 4 9z"
        fill="oklch(83% 0.15 75)"
        transform="translate(-4 0)"
      />
    </>
  ),
  garden: (
    <>
      <rect width="320" height="200" fill="oklch(90% 0.05 200)" />
      <circle cx="60" cy="46" r="22" fill="oklch(92% 0.11 90)" />
      <path d="M0 126q80-40 170-14t150-18v106H0z" fill="oklch(74% 0.11 140)" />
      <path d="M0 160q100-26 190-8t130-8v56H0z" fill="oklch(63% 0.12 145)" />
      <path d="M236 142V84" stroke="oklch(45% 0.06 50)" strokeWidth="9" strokeLinecap="round" />
      <circle cx="236" cy="68" r="36" fill="oklch(58% 0.12 150)" />
      <circle cx="222" cy="62" r="5" fill="oklch(62% 0.19 25)" />
      <circle cx="248" cy="54" r="5" fill="oklch(62% 0.19 25)" />
      <circle cx="244" cy="82" r="5" fill="oklch(62% 0.19 25)" />
      <circle cx="112" cy="112" r="12" fill="oklch(80% 0.07 60)" />
      <path d="M98 164q-2-38 14-38t14 38z" fill="oklch(64% 0.17 18)" />
      <circle cx="148" cy="128" r="9" fill="oklch(72% 0.08 55)" />
      <path d="M138 166q-1-26 10-26t10 26z" fill="oklch(82% 0.14 85)" />
    </>
  ),
};

/** A scene drawn in flat shapes, 8:5. */
export function SampleDrawing({ name }: { name: SampleDrawingName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      className="block w-full"
    >
      {scenes[name]}
    </svg>
  );
}
