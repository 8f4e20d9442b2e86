/**
 * The model's name for a thing, and the hashtags suggested for it, without the #. Things found in most rooms, and
 * people, don't help to find a picture, so they are omitted.
 */
const hashtagsByLabel: Record<string, readonly string[]> = {
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

/** The hashtags to suggest for what was recognised in a picture: surest first, each once. */
export function hashtagsForLabels(labels: readonly string[]): string[] {
  return [...new Set(labels.flatMap((label) => hashtagsByLabel[label.toLowerCase()] ?? []))];
}
