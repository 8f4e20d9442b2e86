import { globSync, readFileSync } from "node:fs";
import { eventHandlers } from "@/server/events";

const read = (file: string) => readFileSync(file, "utf8");
const declared = [...read("lib/core/events/server/events.ts").matchAll(/^ {2}"([\w.]+)": \{/gm)].map(
  ([, name = ""]) => name,
);

test("every event has a handler, and every handler an event", () => {
  expect(declared.length).toBeGreaterThan(5);
  expect(Object.keys(eventHandlers).toSorted()).toEqual(declared.toSorted());
  for (const handlers of Object.values(eventHandlers)) expect(handlers.length).toBeGreaterThan(0);
});

test("every event is emitted by some wing", () => {
  const emitted = globSync("lib/**/server/**/*.ts").flatMap((file) =>
    [...read(file).matchAll(/\bemit\("([\w.]+)"/g)].map(([, name = ""]) => name),
  );
  expect([...new Set(emitted)].toSorted()).toEqual(declared.toSorted());
});

test.each([
  ["server/serve.ts", "const worker ="],
  // For everything that runs workers: the server, the worker, the demo.
  ["server/tasks.ts", "await requeueTask.enqueue("],
])("%s registers the handlers before any event can be emitted", (file, later) => {
  const source = read(file);
  expect(source).toContain("handleEvents(eventHandlers);");
  expect(source.indexOf("handleEvents(eventHandlers);")).toBeLessThan(source.lastIndexOf(later));
});
