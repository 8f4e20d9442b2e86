/** Numbers that describe a face; similar faces are close to each other. */
export const descriptorLength = 128;
const bytesPerNumber = 4;

/** As stored in the database: 32-bit floats, little-endian. */
export function descriptorBytes(descriptor: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(descriptor.length * bytesPerNumber));
  for (let at = 0; at < descriptor.length; at++)
    view.setFloat32(at * bytesPerNumber, descriptor[at] ?? 0, true);
  return new Uint8Array(view.buffer);
}

/** @throws RangeError when it isn't one */
export function readDescriptor(bytes: Uint8Array): Float32Array {
  if (bytes.byteLength !== descriptorLength * bytesPerNumber) throw new RangeError("Not a face descriptor");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: descriptorLength }, (_, at) =>
    view.getFloat32(at * bytesPerNumber, true),
  );
}

/** Scaled to length 1; all zeros stay zeros. */
export function normalized(numbers: ArrayLike<number>): Float32Array {
  let square = 0;
  for (let at = 0; at < numbers.length; at++) square += (numbers[at] ?? 0) ** 2;
  const length = Math.sqrt(square) || 1;
  return Float32Array.from({ length: numbers.length }, (_, at) => (numbers[at] ?? 0) / length);
}

/** From 0, identical, to 2; for descriptors of length 1. */
export function distanceBetween(one: Float32Array, other: Float32Array): number {
  let square = 0;
  for (let at = 0; at < one.length; at++) square += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return Math.sqrt(square);
}

/** Not of length 1: the shorter it is, the more the faces differ. @throws RangeError for none */
export function meanDescriptor(descriptors: readonly Float32Array[]): Float32Array {
  if (descriptors.length === 0) throw new RangeError("An empty list has no mean");
  const sums = new Float64Array(descriptorLength);
  for (const descriptor of descriptors)
    for (let at = 0; at < descriptorLength; at++) sums[at] = (sums[at] ?? 0) + (descriptor[at] ?? 0);
  return Float32Array.from(sums, (sum) => sum / descriptors.length);
}

/** The mean of `count` descriptors once another has joined them. */
export function meanWith(mean: Float32Array, count: number, descriptor: Float32Array): Float32Array {
  return Float32Array.from(mean, (value, at) => (value * count + (descriptor[at] ?? 0)) / (count + 1));
}
