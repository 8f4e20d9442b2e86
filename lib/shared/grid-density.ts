/** How many photos are in a row, from few large ones to many small ones. */
export const densitySteps = [1, 2, 3, 4, 5] as const;
export type DensityStep = (typeof densitySteps)[number];
export const usualDensity: DensityStep = 3;

/** The cookie that remembers the choice on this device, so the first view uses it. */
export const densityCookie = "density";

const rowFactors: Record<DensityStep, number> = { 1: 0.55, 2: 0.75, 3: 1, 4: 1.4, 5: 1.9 };

/** How much wider than usual a row is, in multiples of its photos' height. */
export const rowFactor = (step: DensityStep): number => rowFactors[step];

/** The density in a cookie; the usual one for anything else. */
export function parseDensity(text: string | undefined): DensityStep {
  return densitySteps.find((step) => String(step) === text) ?? usualDensity;
}

/** The next density in that direction; null at the end. @param by 1 for more, smaller photos */
export function nextDensity(step: DensityStep, by: 1 | -1): DensityStep | null {
  return densitySteps.find((other) => other === step + by) ?? null;
}
