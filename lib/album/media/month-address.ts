/** Year and month from a URL; null if they aren't valid numbers, which makes the page a 404. */
export function monthOfAddress(params: {
  year: string;
  month: string;
}): { year: number; month: number } | null {
  if (!/^\d{4}$/.test(params.year) || !/^\d{1,2}$/.test(params.month)) return null;
  return { year: Number(params.year), month: Number(params.month) };
}
