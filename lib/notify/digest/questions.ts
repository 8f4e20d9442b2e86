/** Asked about a photo of someone; {{name}} is the person in it. */
const aboutSomeone = [
  "What do you think {{name}} was up to here?",
  "Who does {{name}} look like in this photo?",
  "What would you like to tell {{name}}?",
  "What were you doing when you were as old as {{name}} is here?",
  "What makes {{name}} laugh when you are together?",
  "What would you have packed for {{name}} that day?",
];
const aboutAnything = [
  "What does this photo remind you of?",
  "What happened just before this, do you think?",
  "Have you ever been somewhere like this?",
  "What would you have said if you had been there?",
  "Which song goes with this photo?",
  "Which photo from long ago belongs next to this one?",
];

/**
 * Picks a question about a photo, never the previous one.
 * @param name the person in the photo; null if nobody is known
 * @param last the previous question, as returned in `asked`
 * @param turn the number of the week, so that every question gets its turn
 * @returns the question's text, and the question to pass as `last` next time
 */
export function chooseQuestion(
  name: string | null,
  last: string | null,
  turn: number,
): { text: string; asked: string } {
  const open = (name === null ? aboutAnything : aboutSomeone).filter((question) => question !== last);
  const asked = open[turn % open.length] ?? aboutAnything[0] ?? "";
  return { text: asked.replaceAll("{{name}}", name ?? ""), asked };
}
