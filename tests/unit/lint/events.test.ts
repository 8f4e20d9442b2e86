import { globSync, readFileSync } from "node:fs";
import { eventHandlers } from "@/server/events";

const read = (file: string) => readFileSync(file, "utf8");
const declared = [...read("lib/core/events/server/events.ts").matchAll(/^ {2}"([\w.]+)": \{/gm)].map(
  ([, name = ""]) => name,
);

test("every event has someone who handles it, and nobody waits for one that doesn't exist", () => {
  expect(declared.length).toBeGreaterThan(5);
  expect(Object.keys(eventHandlers).toSorted()).toEqual(declared.toSorted());
  for (const handlers of Object.values(eventHandlers)) expect(handlers.length).toBeGreaterThan(0);
});

test("every event is told of by a wing", () => {
  const told = globSync("lib/**/server/**/*.ts").flatMap((file) =>
    [...read(file).matchAll(/\bemit\("([\w.]+)"/g)].map(([, name = ""]) => name),
  );
  expect([...new Set(told)].toSorted()).toEqual(declared.toSorted());
});

test.each([
  ["server/serve.ts", "const worker ="],
  // Whatever has workers of its own: the server, the worker, the demo.
  ["server/tasks.ts", "await requeueLeft();"],
])("%s says who handles events before there can be any", (file, later) => {
  const source = read(file);
  expect(source).toContain("handleEvents(eventHandlers);");
  expect(source.indexOf("handleEvents(eventHandlers);")).toBeLessThan(source.lastIndexOf(later));
});
