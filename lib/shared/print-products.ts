/** Specification 9.6: the default print comes first. */
export const printSizes = ["4x6", "5x7", "8x10"] as const;
export type PrintSize = (typeof printSizes)[number];
export const finishes = ["Gloss", "Matte"] as const;
export type Finish = (typeof finishes)[number];

/** Specification 7.7 and 9.6. */
export const defaultPrintProvider = "Professional Print Lab";

export const maxPrintQuantity = 99;

/** Longer side by shorter side. */
export const printProportions: Record<PrintSize, number> = { "4x6": 6 / 4, "5x7": 7 / 5, "8x10": 10 / 8 };

/** product.md, Prints: free prints per month for each person and family. */
export const monthlyPrints = { free: 5, family: 20, premium: 50 } as const;

/** Pixels of each paper at 300 dpi: longer side, shorter side. */
export const printPixels: Record<PrintSize, readonly [number, number]> = {
  "4x6": [1800, 1200],
  "5x7": [2100, 1500],
  "8x10": [3000, 2400],
};

/** Whole pixels of an upright picture, and those of the paper they are scaled to. */
export interface PaperPlan {
  left: number;
  top: number;
  width: number;
  height: number;
  paperWidth: number;
  paperHeight: number;
}
