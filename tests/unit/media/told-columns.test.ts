import { globSync, readFileSync } from "node:fs";

// An example of a field that the API returns as it is stored; it shows what adding another one takes.
const field = "storagePath";

test("a field returned as it is stored is named twice in the code: in its schema, and in the list", () => {
  const naming = globSync("lib/album/media/{server/dto,schema}.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(new RegExp(`\\b${field}\\b`, "g"))].map(() => file),
  );
  expect(naming.toSorted()).toEqual(["lib/album/media/schema.ts", "lib/album/media/server/dto.ts"]);
});
