import { globSync } from "node:fs";

test("what npm start runs is TypeScript", () => {
  const sources = globSync("server/**/*.{ts,tsx,js,mjs,cjs}").toSorted();
  expect(sources).toEqual(
    expect.arrayContaining(["server/decoder/decode.ts", "server/recognizer/recognize.ts"]),
  );
  expect(sources.filter((file) => !file.endsWith(".ts"))).toEqual([]);
});
