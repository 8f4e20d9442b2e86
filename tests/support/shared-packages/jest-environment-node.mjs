import { createRequire } from "node:module";
import { TestEnvironment } from "jest-environment-node";

/** Those whose classes cross over: what a shared package throws must pass for an error of the test file's. */
const crossing = ["Error", "TypeError", "RangeError", "SyntaxError", "Date"];
const load = createRequire(import.meta.url);
const isOrdinaryInstance = Function.prototype[Symbol.hasInstance];

/**
 * Jest evaluates every module once for each test file, in a global scope of its own. For the big packages that costs
 * more than many a file's tests, so they are loaded once in a worker, outside that scope, and the files share them (the
 * modules beside this one). None of ours is shared, nor a package that remembers anything of a file's.
 *
 * The name is this file's because next/jest compiles for the server only where it reads "jest-environment-node".
 */
export default class SharedPackagesEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.keepsakeSharedPackage = load;
    for (const name of crossing) acceptOuterInstances(this.global[name], globalThis[name]);
  }
}

function acceptOuterInstances(inner, outer) {
  Object.defineProperty(inner, Symbol.hasInstance, {
    value(thing) {
      // Subclasses inherit this, but have no counterpart outside.
      const isFromOutside = this === inner && isOrdinaryInstance.call(outer, thing);
      return isFromOutside || isOrdinaryInstance.call(this, thing);
    },
  });
}
