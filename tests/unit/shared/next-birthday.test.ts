import { comingBirthday, nextBirthdays } from "@/lib/shared/next-birthday";

const person = (name: string, birthDate: string | null) => ({ name, birthDate });
const next = (today: string, ...people: ReturnType<typeof person>[]) =>
  nextBirthdays(people, today).map(({ person: { name }, day, inDays }) => [name, day, inDays]);

test("the next birthday is found across the turn of the year", () => {
  const people = [person("Ada", "1990-03-03"), person("Nana", "1949-11-30"), person("Baby", null)];
  expect(next("2026-11-21", ...people)).toEqual([["Nana", "30 November", 9]]);
  expect(next("2026-12-01", ...people)).toEqual([["Ada", "3 March", 92]]);
});

test("today's birthday is today's, and several on one day are listed together", () => {
  expect(next("2026-03-03", person("Ada", "1990-03-03"), person("Bean", "2020-03-03"))).toEqual([
    ["Ada", "3 March", 0],
    ["Bean", "3 March", 0],
  ]);
});

test("29 February is 28 February in a common year", () => {
  expect(next("2027-02-20", person("Leap", "2024-02-29"))).toEqual([["Leap", "28 February", 8]]);
  expect(next("2028-02-20", person("Leap", "2024-02-29"))).toEqual([["Leap", "29 February", 9]]);
  expect(comingBirthday("2024-02-29", "2027-02-28")).toEqual({ date: "2027-02-28", inDays: 0, turning: 3 });
  expect(comingBirthday("2024-02-29", "2027-03-01")).toEqual({ date: "2028-02-29", inDays: 365, turning: 4 });
});

test("the coming age is shown, across the turn of the year and on the day of birth", () => {
  expect(comingBirthday("1990-01-03", "2026-12-30")).toEqual({ date: "2027-01-03", inDays: 4, turning: 37 });
  expect(comingBirthday("2026-11-21", "2026-11-21")).toEqual({ date: "2026-11-21", inDays: 0, turning: 0 });
});

test("without any known birthday there is no next one", () => {
  expect(next("2026-01-01", person("Ada", null))).toEqual([]);
});
