import { fillAlbum, fillVersion } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { ms, row } from "./row.mjs";
import { randomNumbers } from "./scene.mjs";
import { median, percentile } from "./statistics.mjs";
import { words } from "./words.mjs";

export const title = "Search";

const maxMs = 50;
const families = 10;

/** Words with the frequencies of the descriptions: alone, in pairs, or their first letters. */
function askFor(random) {
  const word = () => words[Math.floor(words.length ** random())];
  const kind = random();
  if (kind < 0.5) return word();
  return kind < 0.8 ? `${word()} ${word()}` : word().slice(0, 4);
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const items = bench.isQuick ? 20_000 : 1_000_000;
  const rounds = bench.isQuick ? 1 : 5;
  const asked = bench.isQuick ? 50 : 200;
  const options = { name: `rows-${items}-${families}-${fillVersion}`, isKept: true };
  return withAlbum(bench, options, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items, families });
    const line = new Line(album.url, reader.cookie);
    const random = randomNumbers(9);
    const ask = async () => {
      const text = askFor(random);
      const answer = await line.json(`/api/media/search?q=${encodeURIComponent(text)}`);
      return { text, ms: answer.ms, found: Number(answer.headers["x-total-count"]) };
    };
    for (let call = 0; call < 20; call++) await ask();
    const blocks = [];
    let slowest = { text: "", ms: 0, found: 0 };
    for (let round = 0; round < rounds; round++) {
      const answers = [];
      for (let call = 0; call < asked; call++) answers.push(await ask());
      blocks.push(answers.map((answer) => answer.ms));
      for (const answer of answers) if (answer.ms > slowest.ms) slowest = answer;
    }
    line.close();
    const p99 = median(blocks.map((block) => percentile(block, 99)));
    const p50 = median(blocks.map((block) => median(block)));
    return [
      row({
        what: `Search over ${items.toLocaleString("en-GB")} descriptions, family of ${(items / families).toLocaleString("en-GB")}, p99`,
        measured: ms(p99),
        target: `<= ${maxMs} ms`,
        isMet: p99 <= maxMs,
        note: `through Next, p50 ${ms(p50)}; words as frequent as in the descriptions (Zipf), pairs, first letters; median of ${rounds} rounds of ${asked}; the slowest, "${slowest.text}", took ${ms(slowest.ms)} and found ${slowest.found.toLocaleString("en-GB")}`,
      }),
    ];
  });
}
