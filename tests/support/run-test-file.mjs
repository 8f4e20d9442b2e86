import { createRequire } from "node:module";
import { types } from "node:util";
import v8 from "node:v8";
import vm from "node:vm";

// V8's own cache would keep every test file's scope alive through the scripts in it: 20 MB for each file.
v8.setFlagsFromString("--no-compilation-cache");

const { compileFunction, createContext, Script, SourceTextModule } = vm;
const known = new Map();

/** What this file's code was compiled to earlier in this process; compiles it if it is new. */
function compiledOnce(kind, file, code, compile) {
  const key = `${kind} ${file}`;
  const found = known.get(key);
  if (found?.code === code) return found;
  const entry = { code, compiled: compile() };
  known.set(key, entry);
  return entry;
}

/**
 * Jest runs each test file in its own global scope and would compile every module again for it, which takes a third of
 * the time of most unit tests. Compiled code belongs to no scope, so a process can keep it. Modules still run once for
 * each test file and share nothing.
 */
vm.compileFunction = (code, parameters, options) => {
  const { filename, importModuleDynamically, parsingContext } = options;
  if (!parsingContext) return compileFunction(code, parameters, options);
  const entry = compiledOnce("function", filename, code, () => {
    const head = `(function (${parameters.join()}) {`;
    return new Script(`${head}${code}\n})`, {
      filename,
      columnOffset: -head.length,
      importModuleDynamically: (...given) => entry.importModule(...given),
    });
  });
  // That of the running test file: there is only one at a time.
  entry.importModule = importModuleDynamically;
  return entry.compiled.runInContext(parsingContext);
};

vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const found = known.get(`module ${options.identifier}`);
    super(code, { ...options, cachedData: found?.code === code ? found.compiled : undefined });
    compiledOnce("module", options.identifier, code, () => this.createCachedData());
  }
};

/**
 * Jest's globals for Node are behind a proxy, which would intercept every use of `Promise`, `Date` or `Buffer`. The
 * browser's aren't.
 */
vm.createContext = (globals, options) =>
  createContext(types.isProxy(globals) ? vm.constants.DONT_CONTEXTIFY : globals, options);

const inJest = createRequire(createRequire(import.meta.url).resolve("jest"));
const runFile = inJest("jest-circus/runner").default;

/** As Jest runs it. Otherwise the kept code would keep the file's scope, too. */
export default async function runTestFile(...given) {
  try {
    return await runFile(...given);
  } finally {
    for (const entry of known.values()) entry.importModule = undefined;
  }
}
