import { readFileSync } from "node:fs";
import path from "node:path";
import { meanDescriptor, normalized } from "@/lib/faces/recognition/descriptor";
import {
  areSamePerson,
  chooseGroups,
  facesForComparison,
  mergeDirection,
  nearestGroups,
  sharedPicturesAllowed,
} from "@/lib/faces/recognition/server/grouping";
import { ChildRecognizer } from "@/lib/platform/recognition/child-recognizer";

/** Reads pictures as the worker does, groups their faces by the same rules in memory, and sends back the result. */
interface Face {
  picture: string;
  x: number;
  y: number;
  width: number;
  descriptor: Float32Array;
}
interface Group {
  id: string;
  faces: Face[];
}

const files = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as string[];
const recognizer = new ChildRecognizer({ program: path.resolve(".build", "recognizer", "recognize.mjs") });
const groups: Group[] = [];

const middleOf = ({ faces }: Group) => normalized(meanDescriptor(faces.map(({ descriptor }) => descriptor)));
const someOf = ({ faces }: Group) => faces.slice(-facesForComparison).map(({ descriptor }) => descriptor);

function place(faces: Face[]): void {
  const descriptors = faces.map(({ descriptor }) => descriptor);
  const middles = groups.map((group) => ({ id: group.id, middle: middleOf(group) }));
  const near = new Set(descriptors.flatMap((descriptor) => nearestGroups(descriptor, middles)));
  const members = groups.filter(({ id }) => near.has(id)).map((group) => [group.id, someOf(group)] as const);
  chooseGroups(descriptors, new Map(members)).forEach((id, at) => {
    const face = faces[at];
    if (!face) return;
    const group = groups.find((one) => one.id === id);
    if (group) group.faces.push(face);
    else groups.push({ id: `${face.picture}#${at}`, faces: [face] });
  });
}

function mergeOnce(): boolean {
  for (const one of groups) {
    for (const other of groups) {
      if (one.id >= other.id) continue;
      const [a, b] = [one, other].map((group) => ({
        id: group.id,
        group,
        middle: middleOf(group),
        faces: someOf(group),
        faceCount: group.faces.length,
        isDecided: false,
        hasHandPlaced: false,
      }));
      const direction = a && b && areSamePerson(a, b) && mergeDirection(a, b);
      if (!direction) continue;
      const pictures = new Set(one.faces.map(({ picture }) => picture));
      const shared = other.faces.filter(({ picture }) => pictures.has(picture)).length;
      if (shared > sharedPicturesAllowed(Math.min(one.faces.length, other.faces.length))) continue;
      direction.into.group.faces.push(...direction.from.group.faces);
      groups.splice(groups.indexOf(direction.from.group), 1);
      return true;
    }
  }
  return false;
}

/** The reading process's peak memory in bytes; available on Linux. */
function peakMemory(): number | null {
  try {
    const [child = ""] = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").split(" ");
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, "utf8"))?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : null;
  } catch {
    return null;
  }
}

const readingMs: number[] = [];
const things: Record<string, string[]> = {};
for (const file of files) {
  const started = performance.now();
  const { faces, labels } = await recognizer.readPicture(readFileSync(file), { faces: true, labels: true });
  readingMs.push(performance.now() - started);
  things[file] = labels;
  place(
    faces.map(({ left, top, width, height, descriptor }) => ({
      picture: file,
      x: left + width / 2,
      y: top + height / 2,
      width,
      descriptor,
    })),
  );
}
while (mergeOnce());
const memoryBytes = peakMemory();
await recognizer.close();
process.send?.({
  readingMs,
  memoryBytes,
  things,
  groups: groups.map(({ faces }) => faces.map(({ picture, x, y, width }) => ({ picture, x, y, width }))),
});
