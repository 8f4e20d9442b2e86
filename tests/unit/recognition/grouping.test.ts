import fc from "fast-check";
import { descriptorLength, distanceBetween, normalized } from "@/lib/faces/recognition/descriptor";
import {
  areSamePerson,
  chooseGroups,
  distanceToFaces,
  type MergeableGroup,
  mergeDirection,
  nearestGroups,
  samePersonDistance,
} from "@/lib/faces/recognition/server/grouping";

/** A descriptor that points in one direction, turned slightly towards another: by 0.1 is a distance of about 0.1. */
function face(who: number, turned = 0, towards = 100): Float32Array {
  const numbers = new Float32Array(descriptorLength);
  numbers[who] = 1;
  numbers[towards] = turned;
  return normalized(numbers);
}

interface Group {
  id: string;
  faces: Float32Array[];
}

/** Places faces one by one, each from a different picture, as the worker does. */
function placeAll(faces: readonly Float32Array[]): Group[] {
  const groups: Group[] = [];
  for (const one of faces) {
    const middles = groups.map(({ id, faces: [first] }) => ({ id, middle: first ?? one }));
    const near = nearestGroups(one, middles);
    const members = new Map(near.map((id) => [id, groups.find((group) => group.id === id)?.faces ?? []]));
    const [chosen] = chooseGroups([one], members);
    const group = groups.find(({ id }) => id === chosen);
    if (group) group.faces.push(one);
    else groups.push({ id: String(groups.length), faces: [one] });
  }
  return groups;
}

const people = fc.array(
  fc.record({ who: fc.integer({ min: 0, max: 5 }), turned: fc.double({ min: 0, max: 0.2, noNaN: true }) }),
  { minLength: 1, maxLength: 40 },
);

test("no face is lost or duplicated, and different people stay separate, whatever the order they arrive in", () => {
  fc.assert(
    fc.property(people, fc.infiniteStream(fc.nat()), (faces, shuffle) => {
      const orders = [faces, faces.toReversed(), faces.toSorted(() => ((shuffle.next().value ?? 0) % 3) - 1)];
      const counts = orders.map((order) =>
        placeAll(order.map(({ who, turned }) => face(who, turned)))
          .map((group) => group.faces.length)
          .toSorted((one, other) => one - other),
      );
      expect(counts[0]?.reduce((sum, count) => sum + count, 0)).toBe(faces.length);
      expect(counts[0]).toHaveLength(new Set(faces.map(({ who }) => who)).size);
      expect(counts[1]).toEqual(counts[0]);
      expect(counts[2]).toEqual(counts[0]);
    }),
  );
});

test("a face joins its most similar group up to the threshold, and not beyond it", () => {
  const group = new Map([["ama", [face(0)]]]);
  const just = face(0, samePersonDistance * 0.95);
  const beyond = face(0, samePersonDistance * 1.2);
  expect(distanceBetween(just, face(0))).toBeLessThan(samePersonDistance);
  expect(distanceBetween(beyond, face(0))).toBeGreaterThan(samePersonDistance);
  expect(chooseGroups([just], group)).toEqual(["ama"]);
  expect(chooseGroups([beyond], group)).toEqual([null]);
});

test("nobody is in a picture twice: of two similar faces the most similar joins the group", () => {
  const group = new Map([["ama", [face(0)]]]);
  expect(chooseGroups([face(0, 0.2), face(0, 0.05)], group)).toEqual([null, "ama"]);
});

test("one odd face does not let others into a group: several of its most similar have to be near", () => {
  const faces = [face(0), face(0, 0.02), face(1)];
  expect(distanceToFaces(face(1), faces)).toBeGreaterThan(samePersonDistance);
  expect(distanceToFaces(face(0), [])).toBe(Number.POSITIVE_INFINITY);
});

describe("which group goes into the other", () => {
  const group = (id: string, values: Partial<MergeableGroup> = {}): MergeableGroup => ({
    id,
    middle: face(0),
    faceCount: 3,
    isDecided: false,
    hasHandPlaced: false,
    ...values,
  });

  test("the smaller into the larger, and any into one with a name", () => {
    const large = group("large", { faceCount: 9 });
    expect(mergeDirection(group("a"), large)?.into.id).toBe("large");
    expect(mergeDirection(large, group("named", { isDecided: true }))?.into.id).toBe("named");
  });

  test("two groups that people named or hid never do", () => {
    expect(mergeDirection(group("a", { isDecided: true }), group("b", { isDecided: true }))).toBeNull();
  });

  test("faces that someone placed stay where they are", () => {
    const parted = group("parted", { hasHandPlaced: true, faceCount: 1 });
    expect(mergeDirection(parted, group("rest", { faceCount: 20 }))).toBeNull();
    expect(mergeDirection(parted, group("named", { isDecided: true }))).toBeNull();
    const corrected = group("named", { isDecided: true, hasHandPlaced: true });
    expect(mergeDirection(group("stray"), corrected)?.into.id).toBe("named");
  });

  test("it does not matter which of the two comes first", () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(5), fc.boolean(), fc.boolean()),
        fc.tuple(fc.nat(5), fc.boolean(), fc.boolean()),
        (first, second) => {
          const [one, other] = [first, second].map(([faceCount, isDecided, hasHandPlaced], at) =>
            group(String(at), { faceCount, isDecided, hasHandPlaced }),
          );
          if (!one || !other) throw new Error("There are two");
          expect(mergeDirection(one, other)).toEqual(mergeDirection(other, one));
        },
      ),
    );
  });
});

test("groups belong together if their centroids and their faces are near", () => {
  const ama = { middle: face(0, 0.1), faces: [face(0), face(0, 0.2)] };
  expect(areSamePerson(ama, { middle: face(0, 0.2), faces: [face(0, 0.25)] })).toBe(true);
  expect(areSamePerson(ama, { middle: face(1), faces: [face(1)] })).toBe(false);
  expect(areSamePerson(ama, { middle: face(0, 0.2), faces: [] })).toBe(false);
});
