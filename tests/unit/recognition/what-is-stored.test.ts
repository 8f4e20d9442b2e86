import { readFileSync } from "node:fs";
import path from "node:path";
import { descriptorLength } from "@/lib/faces/recognition/descriptor";

/** The columns of a model, without its relations. */
function columnsOf(model: string): string[] {
  const schema = ["faces", "album-imports"]
    .map((file) => readFileSync(path.resolve(`prisma/schema/${file}.prisma`), "utf8"))
    .join("\n");
  const body = new RegExp(`^model ${model} \\{([^}]*)\\}`, "m").exec(schema)?.[1] ?? "";
  return [...body.matchAll(/^ {2}([a-z]\w*) +\w+/gm)]
    .map(([, name]) => name ?? "")
    .filter((name) => !["family", "media", "group", "member", "faces"].includes(name));
}

// Privacy, Your data and Family safety name these: position, certainty, 128 numbers, group and name. To store anything
// else about a face, change those pages too.
test("nothing is stored about a face except what the legal pages name", () => {
  expect(columnsOf("Face").sort()).toEqual(
    [
      ["id", "familyId", "mediaId", "createdAt"],
      ["left", "top", "width", "height"],
      ["score"],
      ["descriptor"],
      ["groupId", "placedByHand"],
    ]
      .flat()
      .sort(),
  );
  expect(columnsOf("FaceGroup").sort()).toEqual(
    ["id", "familyId", "memberId", "isHidden", "faceCount", "centroid", "isStale", "createdAt"].sort(),
  );
  expect(columnsOf("ImportedFace").sort()).toEqual(
    ["id", "familyId", "mediaId", "memberId", "left", "top", "width", "height", "isByHand"].sort(),
  );
  expect(descriptorLength).toBe(128);
});
