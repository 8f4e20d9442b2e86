import { writeFileSync } from "node:fs";
import path from "node:path";
import { childProgram } from "../../ops/lib/child-program.mjs";
import { makeFacePictures, movedPoint } from "./face-pictures.mjs";
import { megabytes, row, seconds } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Faces in pictures";

/** A face in one state of a picture is the face of the original whose centre it is near. */
const near = 0.6;

/** Identifies each face: the person of a portrait, otherwise the face at that place in the original picture. */
function nameFaces(pictures, groups) {
  const faces = groups.flatMap((group, at) => group.map((face) => ({ ...face, group: at })));
  const byFile = new Map(pictures.map((picture) => [picture.file, picture]));
  const originals = Map.groupBy(
    faces.filter(({ picture }) => byFile.get(picture).change === "original"),
    ({ picture }) => byFile.get(picture).origin,
  );
  return faces.flatMap((face) => {
    const { origin, person, change } = byFile.get(face.picture);
    const places = (originals.get(origin) ?? []).map((one, at) => ({
      at,
      width: one.width,
      ...movedPoint(change, one),
    }));
    const place = places.find(({ x, y, width }) => Math.hypot(x - face.x, y - face.y) < width * near);
    if (!place) return [];
    return [{ ...face, origin, change, person: person ?? `${origin}#${place.at}`, isKnown: person !== null }];
  });
}

/** In two pictures of the same party nobody knows who is who: such a pair says nothing. */
const isTellable = (one, other) =>
  one.origin === other.origin || (one.isKnown && other.isKnown) || one.isKnown !== other.isKnown;

function countPairs(faces) {
  const counts = { same: 0, together: 0, wrong: 0, apart: 0, photographs: 0, photographsTogether: 0 };
  faces.forEach((one, at) => {
    for (const other of faces.slice(at + 1)) {
      if (!isTellable(one, other)) continue;
      const isTogether = one.group === other.group;
      if (one.person !== other.person) {
        counts[isTogether ? "wrong" : "apart"]++;
        continue;
      }
      counts.same++;
      if (isTogether) counts.together++;
      if (one.origin === other.origin) continue;
      counts.photographs++;
      if (isTogether) counts.photographsTogether++;
    }
  });
  return counts;
}

const percent = (part, all) => (all === 0 ? "?" : `${((part / all) * 100).toFixed(1)} %`);

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const pictures = await makeFacePictures(bench);
  const list = path.join(bench.folder, "faces", "list.json");
  writeFileSync(list, JSON.stringify(pictures.map(({ file }) => file)));
  const program = childProgram(bench.programs["face-groups"], [list]);
  const { readingMs, memoryBytes, groups } = await Promise.race([
    program.ready,
    program.ended.then((code) => Promise.reject(new Error(`Reading the pictures ended with ${code}`))),
  ]);
  await program.ended;
  const faces = nameFaces(pictures, groups);
  const originals = faces.filter(({ change }) => change === "original").length;
  const expected = originals * (pictures.length / new Set(pictures.map(({ origin }) => origin)).size);
  const pairs = countPairs(faces);
  const counted = (part, all) => `${part} of ${all}`;
  return [
    row({
      what: "Faces found again in changed pictures",
      measured: percent(faces.length, expected),
      note: `${counted(faces.length, expected)}; ${originals} faces, mirrored, darker, brighter, half as large, cut`,
    }),
    row({
      what: "Pairs of one person's faces that are put together",
      measured: percent(pairs.together, pairs.same),
      note: `${counted(pairs.together, pairs.same)}; of those from different photographs ${counted(pairs.photographsTogether, pairs.photographs)}`,
    }),
    row({
      what: "Pairs put together that are one person's",
      measured: percent(pairs.together, pairs.together + pairs.wrong),
      note: `${pairs.wrong} of ${pairs.wrong + pairs.apart} pairs of two people were put together`,
    }),
    row({
      what: "Reading one picture, faces and things",
      measured: seconds(median(readingMs.slice(1)) / 1000),
      note: `median of ${readingMs.length - 1}; the first, models and all, ${seconds(readingMs[0] / 1000)}; peak ${
        memoryBytes === null ? "not known" : megabytes(memoryBytes)
      } in a process of its own`,
    }),
  ];
}
