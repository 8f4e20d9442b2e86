import { matchingPeople } from "@/lib/shared/matching-people";

const people = [
  { displayName: "Nana", name: "Grace Okafor" },
  { displayName: "Zoë Lindqvist", name: "Zoë Lindqvist" },
  { displayName: "Anne-Marie", name: "Anne-Marie Blum" },
];
const found = (typed: string) => matchingPeople(people, typed).map(({ displayName }) => displayName);

test.each([
  ["", ["Nana", "Zoë Lindqvist", "Anne-Marie"]],
  ["  ", ["Nana", "Zoë Lindqvist", "Anne-Marie"]],
  ["na", ["Nana"]],
  ["okaf", ["Nana"]],
  ["ZOE", ["Zoë Lindqvist"]],
  ["zoë l", ["Zoë Lindqvist"]],
  ["marie", ["Anne-Marie"]],
  ["kafor", []],
  [".*", []],
])("%j finds %j", (typed, names) => {
  expect(found(typed)).toEqual(names);
});
