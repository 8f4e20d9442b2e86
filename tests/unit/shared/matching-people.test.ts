import { matchingPeople, personCalled } from "@/lib/shared/matching-people";

const people = [
  { displayName: "Nana", name: "Grace Okafor" },
  { displayName: "Zoë Lindqvist", name: "Zoë Lindqvist" },
  { displayName: "Anne-Marie", name: "Anne-Marie Blum" },
  { displayName: "Νίκος", name: "Νίκος" },
  { displayName: "Siobhán", name: "Siobhán O’Brien" },
  { displayName: "Pat", name: "Pat O'Neill" },
];
const found = (typed: string) => matchingPeople(people, typed).map(({ displayName }) => displayName);

test.each([
  ["", people.map(({ displayName }) => displayName)],
  ["  ", people.map(({ displayName }) => displayName)],
  ["na", ["Nana"]],
  ["okaf", ["Nana"]],
  ["ZOE", ["Zoë Lindqvist"]],
  ["zoë l", ["Zoë Lindqvist"]],
  ["marie", ["Anne-Marie"]],
  ["kafor", []],
  ["ΝΙΚΟΣ", ["Νίκος"]],
  ["νικοσ", ["Νίκος"]],
  ["O’Brien", ["Siobhán"]],
  ["o'br", ["Siobhán"]],
  ["O’Neill", ["Pat"]],
  [".*", []],
])("%j finds %j", (typed, names) => {
  expect(found(typed)).toEqual(names);
});

test.each([
  ["nana", "Nana"],
  ["Grace Okafor", "Nana"],
  [" ZOE lindqvist ", "Zoë Lindqvist"],
  ["Zoe", undefined],
  ["Ann", "Ann"],
  ["Ann Blum", undefined],
  ["Siobhán O'Brien", "Siobhán"],
  ["", undefined],
])("someone called exactly %j is %j", (typed, name) => {
  const anns = [
    { displayName: "Oma", name: "Ann" },
    { displayName: "Ann", name: "Ann Blum" },
    { displayName: "Annie", name: "Ann Blum" },
  ];
  expect(personCalled([...people, ...anns], typed)?.displayName).toBe(name);
});
