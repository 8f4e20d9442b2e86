import { pushPayload } from "@/lib/notify/push/server/payload";

const words = {
  title: "Tagged",
  body: "Ama tagged you",
  url: "/view-image/1",
  tag: "t",
  notificationId: "n",
};
const sent = (change: Partial<typeof words>) => {
  const payload = pushPayload({ ...words, ...change });
  expect(Buffer.byteLength(payload)).toBeLessThan(3_000);
  return JSON.parse(payload) as typeof words;
};

test("a push has title, body, url, tag and the notification's id", () => {
  expect(sent({})).toEqual(words);
});

test.each([
  ["letters", "a"],
  ["letters of two bytes", "é"],
  ["a family of seven code points", "👨‍👩‍👧‍👦"],
  ["quotation marks", '"'],
  ["control characters", "\u0001"],
  ["lines", "\n"],
])("long text made of %s is cut between characters", (_, character) => {
  const { title, body } = sent({ title: character.repeat(4_000), body: character.repeat(4_000) });
  for (const text of [title, body]) {
    expect(text.endsWith("…")).toBe(true);
    expect(text.slice(0, -1).replaceAll(character, "")).toBe("");
    expect(text.isWellFormed()).toBe(true);
  }
});
