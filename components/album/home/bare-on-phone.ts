/** Takes a card's surface away on phones, where photographs run to the edges of the screen. */
export const bareOnPhone =
  "max-md:rounded-none max-md:border-0 max-md:bg-transparent max-md:p-0 max-md:shadow-none";
