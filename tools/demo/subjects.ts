import type { Canvas } from "./canvas";
import { autumn } from "./scenes/autumn";
import { balloons } from "./scenes/balloons";
import { beach } from "./scenes/beach";
import { birthday } from "./scenes/birthday";
import { city } from "./scenes/city";
import { fireworks } from "./scenes/fireworks";
import { hills } from "./scenes/hills";
import { meadow } from "./scenes/meadow";
import { mountains } from "./scenes/mountains";
import { rainbow } from "./scenes/rainbow";
import { sea } from "./scenes/sea";
import { winter } from "./scenes/winter";

interface Subject {
  draw: (canvas: Canvas) => void;
  /** Months of the year it can be from. */
  months: readonly number[];
  captions: readonly [string, ...string[]];
}

const anyMonth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** What the family takes pictures of, and what it says about them. */
export const subjects: readonly Subject[] = [
  {
    draw: hills,
    months: anyMonth,
    captions: [
      "Sunday walk #hills #walk",
      "The long way home #hills",
      "Picnic above the village #picnic #hills",
      "",
    ],
  },
  {
    draw: sea,
    months: anyMonth,
    captions: [
      "Evening by the water #sea #sunset",
      "Grandpa's old boat #sea #sailing",
      "#sunset",
      "The light that evening #sea",
    ],
  },
  {
    draw: mountains,
    months: anyMonth,
    captions: [
      "Up early for this view #mountains",
      "First night in the hut #mountains #stars",
      "Trekking with Dayo #mountains #holiday",
      "",
    ],
  },
  {
    draw: balloons,
    months: [5, 6, 7, 8, 9],
    captions: [
      "Balloon festival! #balloons",
      "Seven of them in the sky at once #balloons #summer",
      "Zuri wants to fly too #balloons",
    ],
  },
  {
    draw: meadow,
    months: [4, 5, 6, 7],
    captions: [
      "Flowers for Mum #garden #spring",
      "The meadow behind the house #garden",
      "Smells even better than it looks #spring",
    ],
  },
  {
    draw: birthday,
    months: anyMonth,
    captions: [
      "Happy birthday, Zuri! #birthday",
      "Grandma's 70th #birthday #family",
      "Who ate the first piece? #birthday #cake",
      "Kofi blew them all out #birthday",
    ],
  },
  {
    draw: beach,
    months: [6, 7, 8, 9],
    captions: [
      "Holiday at last #beach #holiday",
      "Sand everywhere #beach #summer",
      "Kofi's castle stood for an hour #beach",
      "#beach #sea",
    ],
  },
  {
    draw: city,
    months: anyMonth,
    captions: [
      "Weekend in the city #city #travel",
      "View from the hotel #city",
      "Lights on #city #night",
      "",
    ],
  },
  {
    draw: winter,
    months: [12, 1, 2],
    captions: ["Snow day! #snow #winter", "The cabin #winter #holiday", "Cocoa afterwards #snow"],
  },
  {
    draw: autumn,
    months: [9, 10, 11],
    captions: ["Leaves up to the knees #autumn", "Mushroom walk #autumn #walk", "All the colours #autumn"],
  },
  {
    draw: fireworks,
    months: [1, 7, 12],
    captions: [
      "Happy new year! #fireworks #newyear",
      "Best fireworks yet #fireworks",
      "Past bedtime #fireworks #family",
    ],
  },
  {
    draw: rainbow,
    months: [3, 4, 5, 6, 10],
    captions: ["After the rain #rainbow", "Found the end of it, nearly #rainbow #walk", "#rainbow"],
  },
];
