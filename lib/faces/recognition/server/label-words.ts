/**
 * What the model calls a thing, and the hashtags that are offered for it, without the #. Things that stand in most
 * rooms, and people, are no help in finding a picture: they are left out.
 */
const words: Record<string, readonly string[]> = {
  bicycle: ["bicycle"],
  car: ["car"],
  motorcycle: ["motorbike"],
  airplane: ["plane"],
  bus: ["bus"],
  train: ["train"],
  truck: ["lorry"],
  boat: ["boat"],
  bird: ["bird"],
  cat: ["cat"],
  dog: ["dog"],
  horse: ["horse"],
  sheep: ["sheep"],
  cow: ["cow"],
  elephant: ["elephant"],
  bear: ["bear"],
  zebra: ["zebra"],
  giraffe: ["giraffe"],
  frisbee: ["frisbee"],
  skis: ["skiing"],
  snowboard: ["snowboarding"],
  "sports ball": ["ball"],
  kite: ["kite"],
  "baseball bat": ["baseball"],
  "baseball glove": ["baseball"],
  skateboard: ["skateboard"],
  surfboard: ["surfing"],
  "tennis racket": ["tennis"],
  "wine glass": ["wine"],
  banana: ["fruit"],
  apple: ["fruit"],
  orange: ["fruit"],
  sandwich: ["food"],
  "hot dog": ["food"],
  pizza: ["pizza"],
  donut: ["cake"],
  cake: ["cake"],
  "teddy bear": ["teddy"],
};

/** The hashtags that are offered for what was seen in a picture: the surest first, each once. */
export function hashtagsForLabels(labels: readonly string[]): string[] {
  return [...new Set(labels.flatMap((label) => words[label.toLowerCase()] ?? []))];
}
