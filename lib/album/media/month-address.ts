/** Year and month of an address; null where they are no such numbers, so that the page is not found. */
export function monthOfAddress(params: {
  year: string;
  month: string;
}): { year: number; month: number } | null {
  if (!/^\d{4}$/.test(params.year) || !/^\d{1,2}$/.test(params.month)) return null;
  return { year: Number(params.year), month: Number(params.month) };
}
