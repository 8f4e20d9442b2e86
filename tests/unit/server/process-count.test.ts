import { countProcesses } from "@/server/process-count";

const gigabyte = 1024 ** 3;

test.each([
  ["one core", 1, 64, 1],
  ["two cores", 2, 64, 1],
  ["eight cores and two gigabytes", 8, 2, 1],
  ["three cores", 3, 8, 2],
  ["four cores and four gigabytes", 4, 4, 3],
  ["eight cores and what three gigabytes leave room for", 8, 3, 3],
  ["eight cores", 8, 16, 6],
  ["more cores than PostgreSQL has connections for", 64, 256, 8],
])("with %s there are as many web processes as cores and memory allow", (_, cores, gigabytes, count) => {
  expect(countProcesses({ cores, memoryBytes: gigabytes * gigabyte })).toBe(count);
});
