/** Formats 1204 as "1,204". */
export const numberText = (value: number): string => value.toLocaleString("en-GB");

/** Formats "1 item", "1,204 items". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
