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
  "components/album/media/cropped-picture.tsx -> lib/shop/prints/schema.ts",
  "components/album/media/edit-media-dialog.tsx -> lib/faces/people/client/queries.ts",
  "components/album/media/item-card.tsx -> components/shop/basket/add-to-basket-button.tsx",
  "components/album/media/picture-crop-dialog.tsx -> lib/shop/prints/schema.ts",
  "components/album/media/use-feed.ts -> lib/faces/people/client/queries.ts",
  "components/album/media/viewer/viewer-bar.tsx -> components/shop/basket/add-to-basket-button.tsx",
  "components/album/search/found-people.tsx -> components/faces/people/face-picture.tsx",
  "components/album/selection/use-batch.ts -> components/shop/basket/use-basket-cache.ts",
  "components/album/selection/use-batch.ts -> lib/shop/prints/client/queries.ts",
  "components/album/selection/use-selection-actions.ts -> components/shop/basket/use-may-order.ts",
  "components/album/tags/people-suggestions.tsx -> components/faces/people/face-picture.tsx",
  "components/album/tags/people-suggestions.tsx -> components/faces/people/people-words.ts",
  "components/album/tags/people-suggestions.tsx -> lib/faces/people/client/queries.ts",
  "components/album/tags/people-suggestions.tsx -> lib/faces/people/schema.ts",
  "components/family/families/person-dialog.tsx -> lib/faces/recognition/client/queries.ts",
  "components/family/families/plan-choice.tsx -> lib/shop/billing/schema.ts",
  "lib/album/media/server/derivatives-service.ts -> lib/faces/recognition/server/queue-service.ts",
  "lib/album/media/server/derivatives-service.ts -> lib/notify/notifications/server/bundle-service.ts",
  "lib/album/media/server/timeline-service.ts -> lib/faces/people/server/group-list-service.ts",
  "lib/family/children/server/service.ts -> lib/faces/recognition/server/grouping-service.ts",
  "lib/family/children/server/service.ts -> lib/faces/recognition/server/person-service.ts",
  "lib/family/families/server/deletion-service.ts -> lib/shop/billing/server/cancellation.ts",
  "lib/family/families/server/membership-service.ts -> lib/faces/recognition/server/erasing-service.ts",
  "lib/family/families/server/membership-service.ts -> lib/shop/billing/server/cancellation.ts",
  "lib/family/families/server/people-service.ts -> lib/faces/recognition/server/erasing-service.ts",
  "lib/family/families/server/people-service.ts -> lib/faces/recognition/server/person-service.ts",
  "lib/family/families/server/removal-service.ts -> lib/album/uploads/server/chunked-service.ts",
  "lib/family/families/server/switching-service.ts -> lib/shop/billing/server/checkout-service.ts",
  "lib/family/families/server/users-service.ts -> lib/shop/billing/server/cancellation.ts",
  "lib/family/invitations/server/registration-service.ts -> lib/album/media/server/file-service.ts",
  "lib/family/invitations/server/registration-service.ts -> lib/album/media/server/welcome-image-service.ts",
];

test("imports follow the order of the wings, but for those that are known", () => {
  expect(upwardImports(all).toSorted()).toEqual(upward);
});

test("every file of a feature stands in a wing", () => {
  const beside =
    /^lib\/(http|platform|service-worker|shared)\/|^lib\/(db|env)\.ts$|^components\/images\.d\.ts$/;
  const files = [...all.keys()].filter((file) => /^(lib|components)\//.test(file) && !beside.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => !wingOf(file))).toEqual([]);
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
