import fc from "fast-check";
import {
  descriptorBytes,
  descriptorLength,
  distanceBetween,
  meanDescriptor,
  meanWith,
  normalized,
  readDescriptor,
} from "@/lib/faces/recognition/descriptor";
import { hashtagsForLabels } from "@/lib/faces/recognition/server/label-hashtags";

const numbers = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true, noDefaultInfinity: true }), {
    minLength: descriptorLength,
    maxLength: descriptorLength,
  })
  .map((values) => Float32Array.from(values));

test("a descriptor comes out of the database unchanged", () => {
  fc.assert(
    fc.property(numbers, (values) => expect(readDescriptor(descriptorBytes(values))).toEqual(values)),
  );
  expect(() => readDescriptor(new Uint8Array(100))).toThrow(RangeError);
});

test("they are little-endian 32-bit floats, wherever they are in a larger buffer", () => {
  const bytes = descriptorBytes(Float32Array.from({ length: descriptorLength }, () => 1));
  expect([...bytes.slice(0, 4)]).toEqual([0, 0, 0x80, 0x3f]);
  const larger = new Uint8Array(bytes.length + 3);
  larger.set(bytes, 3);
  expect(readDescriptor(larger.subarray(3))[0]).toBe(1);
});

test("vectors of length 1 are at most 2 apart, and 0 from themselves", () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const [a, b] = [normalized(one), normalized(other)];
      expect(distanceBetween(a, a)).toBe(0);
      expect(distanceBetween(a, b)).toBeLessThanOrEqual(2.000_01);
    }),
  );
});

test("a mean updated face by face is the mean of all", () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 6 }), (all) => {
      const [first = new Float32Array(descriptorLength), ...others] = all;
      const grown = others.reduce<Float32Array>((mean, one, at) => meanWith(mean, at + 1, one), first);
      expect(distanceBetween(grown, meanDescriptor(all))).toBeLessThan(1e-4);
    }),
  );
  expect(() => meanDescriptor([])).toThrow(RangeError);
});

test("things are offered as hashtags in the family's language, each once; people and chairs are not", () => {
  expect(hashtagsForLabels(["person", "Dog", "chair", "donut", "cake", "unheard of"])).toEqual([
    "dog",
    "cake",
  ]);
});
