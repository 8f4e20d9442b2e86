import { joinSuggestions } from "@/lib/faces/people/client/batch-suggestions";

const group = (groupId: string, mediaIds: string[]) => ({
  groupId,
  name: null,
  memberId: null,
  faceId: `face of ${groupId}`,
  mediaIds,
});

test("the parts of a large batch are answered as one", () => {
  const joined = joinSuggestions([
    { waiting: 2, labels: [{ hashtag: "dog", mediaIds: ["1"] }], groups: [group("a", ["1", "2"])] },
    {
      waiting: 3,
      labels: [
        { hashtag: "cake", mediaIds: ["7", "8", "9"] },
        { hashtag: "dog", mediaIds: ["7"] },
      ],
      groups: [group("b", ["7", "8"]), group("a", ["9"])],
    },
  ]);
  expect(joined.waiting).toBe(5);
  expect(joined.labels).toEqual([
    { hashtag: "cake", mediaIds: ["7", "8", "9"] },
    { hashtag: "dog", mediaIds: ["1", "7"] },
  ]);
  expect(joined.groups).toEqual([group("a", ["1", "2", "9"]), group("b", ["7", "8"])]);
  expect(joinSuggestions([])).toEqual({ waiting: 0, labels: [], groups: [] });
});
