import { readFileSync } from "node:fs";
import { monthIconLabels, monthIconNames } from "@/lib/shared/month-icons";

test("a month can have one of the specification's 26 icons, by its label", () => {
  const words = monthIconNames.map((name) =>
    monthIconLabels[name] === name ? name : `${name} (${monthIconLabels[name]})`,
  );
  expect(words.join(", ")).toBe(
    "Sun, Cake (Birthday), Waves (Swimming), Car, Plane (Flight), Tent (Camping), Hotel, Music, Wine, Camera (Photo), Heart (Love), MapPin (Location), Calendar (Event), Clock (Time), Star (Special), Coffee, Mountain, Anchor (Beach), Ship (Boat), Bus, Train, Bike, TreePine (Forest), Utensils (Food), Gift, Squirrel (Animals)",
  );
});

test("each icon is drawn, and nothing else is", () => {
  const drawings = readFileSync("public/icons/months.svg", "utf8");
  const drawn = [...drawings.matchAll(/<symbol id="(\w+)"/g)].map((match) => match[1]);
  expect(drawn).toEqual([...monthIconNames]);
});
