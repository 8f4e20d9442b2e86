import {
  circles,
  featureEdges,
  longFunctions,
  readSources,
  upwardImports,
  wingOf,
} from "@/tools/lib/house.mjs";

const all = readSources(process.cwd());

/** Those that go against the order of the wings. Each that goes away is taken out here; none is added. */
const upward = [
  "lib/features/children/service.ts -> lib/features/recognition/grouping-service.ts",
  "lib/features/children/service.ts -> lib/features/recognition/person-service.ts",
  "lib/features/families/deletion-service.ts -> lib/features/billing/cancellation.ts",
  "lib/features/families/membership-service.ts -> lib/features/billing/cancellation.ts",
  "lib/features/families/membership-service.ts -> lib/features/recognition/erasing-service.ts",
  "lib/features/families/people-service.ts -> lib/features/recognition/erasing-service.ts",
  "lib/features/families/people-service.ts -> lib/features/recognition/person-service.ts",
  "lib/features/families/removal-service.ts -> lib/features/uploads/chunked-service.ts",
  "lib/features/families/switching-service.ts -> lib/features/billing/checkout-service.ts",
  "lib/features/families/users-service.ts -> lib/features/billing/cancellation.ts",
  "lib/features/invitations/registration-service.ts -> lib/features/media/file-service.ts",
  "lib/features/invitations/registration-service.ts -> lib/features/media/welcome-image-service.ts",
  "lib/features/media/derivatives-service.ts -> lib/features/notifications/bundle-service.ts",
  "lib/features/media/derivatives-service.ts -> lib/features/recognition/queue-service.ts",
  "lib/features/media/timeline-service.ts -> lib/features/people/group-list-service.ts",
];

test("imports follow the order of the wings, but for those that are known", () => {
  expect(upwardImports(all).toSorted()).toEqual(upward);
});

test("every feature stands in a wing", () => {
  const features = [...all.keys()].filter((file) => /^lib\/(core|features)\//.test(file));
  expect(features.length).toBeGreaterThan(400);
  expect(features.filter((file) => !wingOf(file))).toEqual([]);
});

test("no files import each other in a circle, not even types", () => {
  expect(circles(new Map([...all].map(([file, { imports }]) => [file, imports])))).toEqual([]);
});

test("the knot of features doesn't grow", () => {
  expect(circles(featureEdges(all))[0]?.length ?? 0).toBeLessThanOrEqual(15);
});

test("no more functions are over 100 lines", () => {
  expect(longFunctions(all).length).toBeLessThanOrEqual(28);
});

test("a circle is found wherever it begins", () => {
  const edges = new Map(Object.entries({ a: ["b"], b: ["c"], c: ["b", "d"], d: [], e: ["e"] }));
  expect(circles(edges).map((circle) => circle.toSorted())).toEqual([["b", "c"]]);
});
