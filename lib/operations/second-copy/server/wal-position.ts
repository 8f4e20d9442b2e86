// PostgreSQL writes positions in its log as two hexadecimal halves, and names the log's files by timeline and number.

/** @param text as in 16/B374D848 */
export function positionOf(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const positionText = (position: bigint) =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();

export const segmentStart = (position: bigint, segmentBytes: number) =>
  position - (position % BigInt(segmentBytes));

const hex8 = (value: bigint) => value.toString(16).toUpperCase().padStart(8, "0");

/** The file of the log that contains this position. */
export function segmentName(timeline: number, position: bigint, segmentBytes: number): string {
  const perHigh = 0x1_0000_0000n / BigInt(segmentBytes);
  const number = position / BigInt(segmentBytes);
  return hex8(BigInt(timeline)) + hex8(number / perHigh) + hex8(number % perHigh);
}

/** Splits a range at the ends of the log's files. */
export function segmentsOf(from: bigint, to: bigint, segmentBytes: number): { at: bigint; bytes: number }[] {
  const pieces: { at: bigint; bytes: number }[] = [];
  for (let at = from; at < to; ) {
    const end = segmentStart(at, segmentBytes) + BigInt(segmentBytes);
    const until = end < to ? end : to;
    pieces.push({ at, bytes: Number(until - at) });
    at = until;
  }
  return pieces;
}
