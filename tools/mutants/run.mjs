import { globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import startTestServer from "../../tests/support/start-test-server.mjs";
import stopTestServer from "../../tests/support/stop-test-server.mjs";
import { readEquivalents } from "./equivalents.mjs";
import { fingerprint, instrument } from "./instrument.mjs";
import { JestProcess } from "./jest-process.mjs";
import { featureOf, Plan } from "./plan.mjs";
import { openState, readKilled } from "./state.mjs";

/** Most faults are injected into separate programs, which contain no mutants. */
const otherTests = /tests[\\/]integration[\\/](?:faults|backup)[\\/]/;
const saveEveryMs = 5_000;
const coverageLimitMs = 15 * 60_000;
/** Longer files are not run once for each mutant that they catch. */
const maxRepeatedMs = 60_000;

/**
 * @param {string} root of the project
 * @param {{ only?: string, ids?: string[], kind?: string, tests?: string, processes: number, isFresh?: boolean, say: (line: string) => void }} options
 * @returns {Promise<import("./report.mjs").Outcome>}
 */
export async function runMutants(root, { only, ids, kind, tests, processes, isFresh, say }) {
  const start = performance.now();
  const home = path.join(root, ".mutants");
  if (isFresh) rmSync(home, { recursive: true, force: true });
  const folder = path.join(home, "sources");
  const all = instrument(root, folder);
  const known = readKilled(root);
  const state = openState(path.join(home, "state.json"), isFresh ? {} : known);
  const equivalents = readEquivalents(all);
  const chosen = all.filter(
    ({ id, file, kind: own }) =>
      (!only || file.startsWith(only)) &&
      (!ids || ids.some((one) => id.includes(one))) &&
      (!kind || own === kind),
  );
  say(`${all.length} mutants, ${chosen.length} chosen`);

  await startTestServer();
  const { TEST_SERVER_URL, TEST_TEMPLATE, TEST_FOLDER } = process.env;
  const env = {
    TEST_SERVER_URL,
    TEST_TEMPLATE,
    TEST_FOLDER,
    KEEPSAKE_MUTANTS_FOLDER: folder,
    TZ: process.env.TZ,
  };
  if (env.TZ === undefined) delete env.TZ;
  const jests = Array.from({ length: processes }, () => new JestProcess(root, env));
  const isTest = new RegExp(tests ?? "");
  const saving = setInterval(state.save, saveEveryMs);
  try {
    const run = { root, all, equivalents, state, jests, say };
    await retryKnown(run, chosen, known, isTest);
    const open = chosen.filter((one) => !isSettled(state, one) && !equivalents.has(one.id));
    // Mutants that a feature's own tests catch needn't be tried with any others.
    const features = [...new Set(open.map(({ file }) => featureOf(file)).filter(Boolean))];
    await share(jests, features, async (jest, feature) => {
      const isOwn = (file) => featureOf(file) === feature;
      const own = { ...run, jests: [jest] };
      await cover(own, (file) => isOwn(file) && isTest.test(file));
      await judge(
        own,
        chosen.filter(({ file }) => isOwn(file)),
        { isLast: false, isTest: (file) => isOwn(file) && isTest.test(file) },
      );
    });
    if (open.length > 0) await cover(run, (file) => isTest.test(file));
    await judge(run, chosen, { isLast: true, isTest: (file) => isTest.test(file) });
  } finally {
    clearInterval(saving);
    state.save();
    await Promise.all(jests.map((jest) => jest.end()));
    await stopTestServer();
  }
  const kept = chosen.filter(({ id, fingerprint: own }) => known[id]?.fingerprint === own).length;
  return {
    ...outcome(all, chosen, equivalents, state, performance.now() - start, tests !== undefined),
    kept,
  };
}

/** Each Jest takes the next of the list when it is free. */
async function share(jests, list, work) {
  const rest = [...list];
  const take = async (jest) => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(jest, one, rest.length);
  };
  await Promise.all(jests.map(take));
}

/** Runs test files once as they are, and keeps which mutants each test reaches. */
async function cover({ root, all, state, jests, say }, isWanted) {
  const known = fingerprint(...all.map(({ id }) => id));
  const files = globSync("tests/integration/**/*.test.{ts,tsx}", { cwd: root }).filter(
    (file) => !otherTests.test(file),
  );
  for (const file of Object.keys(state.coverage)) if (!files.includes(file)) delete state.coverage[file];
  const stale = files
    .filter(isWanted)
    .filter((file) => state.coverage[file]?.fingerprint !== fingerprintOf(root, file, known));
  if (stale.length > 0) say(`${stale.length} test files to run without a mutant first`);
  await share(jests, stale, async (jest, file, left) => {
    const result = await jest.run({ path: path.join(root, file) }, coverageLimitMs);
    const { hasPassed, ms, durations, reached, failures, failure } = result;
    const broken = new Set(failures.map(({ place }) => String(place)));
    // A test that fails without a mutant can't detect one.
    for (const place of broken) delete reached[place];
    const isUsable = hasPassed || broken.size > 0;
    const keepsRows = readFileSync(path.join(root, file), "utf8").includes("keepsRows: true");
    state.coverage[file] = {
      fingerprint: hasPassed ? fingerprintOf(root, file, known) : null,
      ...{ ms, durations, keepsRows, hasPassed, broken: [...broken], reached: isUsable ? reached : {} },
    };
    const trouble = hasPassed ? "" : ` FAILS: ${failures[0]?.name || JSON.stringify(failure)}`;
    say(`  ${file} ${(ms / 1000).toFixed(1)} s, ${left} left${trouble}`);
  });
  state.save();
}

const fingerprintOf = (root, file, known) => fingerprint(known, readFileSync(path.join(root, file), "utf8"));

function isSettled({ verdicts }, { id, fingerprint: own }) {
  return verdicts[id]?.state === "killed" && verdicts[id].fingerprint === own;
}

/** What has changed since a test caught it is most likely caught by that test again. */
async function retryKnown({ root, state, jests, say }, mutants, known, isWanted) {
  const open = mutants.filter((one) => known[one.id] && !isSettled(state, one));
  const byFile = Map.groupBy(open, ({ id }) => known[id].by.file);
  const files = [...byFile.keys()].filter((file) => isWanted.test(file));
  if (files.length > 0) say(`${open.length} mutants to try with the tests that are known to catch them`);
  await share(jests, files, async (jest, file, left) => {
    const target = path.join(root, file);
    let caught = 0;
    for (let rest = byFile.get(file); rest.length > 0; ) {
      const named = {};
      const taken = rest.filter(({ id }) => {
        const { test } = known[id].by;
        const isFree = !(test in named);
        if (isFree) named[test] = id;
        return isFree;
      });
      rest = rest.filter((one) => !taken.includes(one));
      const byId = new Map(taken.map((one) => [one.id, one]));
      const { pairs = {}, failures } = await jest.run({ path: target, pairs: {}, named }, coverageLimitMs);
      const suspects = failures.filter(({ place }) => place in pairs);
      if (suspects.length === 0) continue;
      // A test that also fails without its mutant says nothing about it.
      const places = suspects.map(({ place }) => place);
      const without = await jest.run({ path: target, pairs: {}, clean: places }, coverageLimitMs);
      const broken = new Set(without.failures.map(({ place }) => place));
      if (without.isTimeout) continue;
      for (const { place, name, message } of suspects.filter((one) => !broken.has(one.place))) {
        const { id, fingerprint: own } = byId.get(pairs[place]);
        state.verdicts[id] = { state: "killed", fingerprint: own, by: { file, test: name, message } };
        caught++;
      }
    }
    say(`  ${file}: ${caught} of ${byFile.get(file).length} caught again, ${left} files left`);
  });
  state.save();
}

/** Tries mutants with the tests that reach them, until each is caught or every test was tried. */
async function judge({ equivalents, state, jests, say }, mutants, { isLast, isTest }) {
  const open = mutants.filter((one) => !isSettled(state, one) && !equivalents.has(one.id));
  if (open.length === 0) return;
  say(`${mutants.length - open.length} of ${mutants.length} are settled`);
  const byId = new Map(open.map((mutant) => [mutant.id, mutant]));
  const coverage = Object.fromEntries(Object.entries(state.coverage).filter(([file]) => isTest(file)));
  const plan = new Plan(open, coverage);
  let done = 0;
  const settle = (id, verdict, by = null) => {
    if (!by && !isLast) return plan.close(id);
    const { file, line, kind, text, fingerprint: own } = byId.get(id);
    state.verdicts[id] = { state: verdict, fingerprint: own, by };
    plan.close(id, by?.file);
    done++;
    const catcher = by ? `  by ${by.file.replace("tests/integration/", "")} "${by.test}"` : "";
    const what = `${file}:${line} ${kind} ${text.replaceAll(/\s+/g, " ")}`;
    say(`${String(done).padStart(4)}/${open.length} ${verdict.padEnd(11)} ${what}${catcher}`);
  };
  const settleExhausted = () => {
    for (const id of plan.exhausted()) settle(id, plan.isReached(id) ? "survived" : "not reached");
  };
  settleExhausted();

  const running = new Set();
  const work = async (jest) => {
    for (;;) {
      const job = plan.next();
      if (job) {
        const run = tryMutants(jest, job, plan, state.coverage[job.file], settle);
        running.add(run);
        try {
          await run;
        } finally {
          running.delete(run);
          plan.release(job.file);
        }
        settleExhausted();
      } else if (running.size > 0) await Promise.race(running);
      else return;
    }
  };
  await Promise.all(jests.map(work));
}

/** @param {(id: string, verdict: "killed", by: { file: string, test: string, message: string }) => void} settle */
async function tryMutants(jest, job, plan, { ms, durations, keepsRows, broken }, settle) {
  const { file, whole, pairs } = job;
  const limit = Math.max(90_000, 5 * ms);
  const target = path.resolve(file);
  const kill = (id, { name, message }) => {
    if (plan.isOpen(id)) settle(id, "killed", { file, test: name, message });
  };
  if (whole) {
    const result = await jest.run({ path: target, whole, skipped: broken }, limit);
    if (result.hasPassed) return;
    // Not every failure is the mutant's: the file must still pass without it.
    const without = await jest.run({ path: target, skipped: broken }, limit);
    if (without.hasPassed) kill(whole, result.failures[0] ?? { name: "(the file)", message: result.failure });
    return;
  }
  // A test without a mutant, after all others, fails where one of them has left something behind.
  const last = Object.keys(durations).at(-1);
  const clean = last in pairs ? [] : [last];
  const result = await jest.run({ path: target, pairs, clean }, limit);
  if (result.hasPassed) return;
  const caught = result.failures.filter(({ place }) => place in pairs);
  if (keepsRows && ms < maxRepeatedMs) {
    // What one mutant has deleted, the next can't: whatever came after the first failure is tried again without it.
    const first = Math.min(...result.failures.map(({ place }) => Number(place)));
    const failed = new Set(result.failures.map(({ place }) => place));
    for (const [place, id] of Object.entries(pairs)) {
      if (Number(place) > first && !failed.has(place)) plan.putBack(file, id, place);
    }
  }
  if (caught.length > 0 && caught.length === result.failures.length) {
    // Where tests share rows, one may need those that were left out: does it pass without them, and a mutant?
    const places = caught.map(({ place }) => place);
    const alone = keepsRows ? await jest.run({ path: target, pairs: {}, clean: places }, limit) : null;
    const needy = new Set(alone?.failures.map(({ place }) => place));
    const isDoubtful = ({ place, message }) => needy.has(place) || /timeout|ECONN|connection/i.test(message);
    for (const one of caught) if (!isDoubtful(one)) kill(pairs[one.place], one);
    await confirmEach(caught.filter(isDoubtful).map(({ place }) => place));
    return;
  }
  await confirmEach(caught.length > 0 ? caught.map(({ place }) => place) : Object.keys(pairs));

  /** Each try on its own: the test must fail with its mutant, and pass without. */
  async function confirmEach(places) {
    for (const place of places) {
      const id = pairs[place];
      if (!plan.isOpen(id)) continue;
      const alone = await jest.run({ path: target, pairs: { [place]: id } }, limit);
      if (alone.hasPassed) continue;
      const without = await jest.run({ path: target, pairs: {}, clean: [place] }, limit);
      if (without.hasPassed) kill(id, alone.failures[0] ?? { name: "(the file)", message: alone.failure });
      // It depends on what earlier tests have left behind.
      else plan.putBack(file, id, "file");
    }
  }
}

function outcome(all, chosen, equivalents, state, ms, hasLeftOut) {
  const rows = chosen.map((mutant) => {
    const reason = equivalents.get(mutant.id);
    if (reason) return { ...mutant, state: "equivalent", reason };
    const verdict = state.verdicts[mutant.id];
    return { ...mutant, state: verdict?.state ?? "not run", by: verdict?.by ?? null };
  });
  const broken = Object.entries(state.coverage).flatMap(([file, { hasPassed }]) => (hasPassed ? [] : [file]));
  return { rows, isWhole: chosen.length === all.length && !hasLeftOut, minutes: ms / 60_000, broken };
}
