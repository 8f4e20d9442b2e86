import { format } from "node:util";

/** What was written to console.error during the running test. */
const written: string[] = [];
const expected: RegExp[] = [];

/**
 * React's message when something renders while a test waits for something else, which depends on the machine's speed.
 */
const isAboutTiming = (text: string) => text.includes("inside a test was not wrapped in act(");

/** Lets the running test write matching text to console.error; it fails when nothing matches. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

/** What the running test has written so far, to be waited for. */
export const consoleErrors = (): string => written.join("\n");

beforeEach(() => {
  written.length = 0;
  expected.length = 0;
  console.error = (...parts: unknown[]) => {
    const text = format(...parts);
    if (!isAboutTiming(text)) written.push(text);
  };
});

afterEach(() => {
  const surprising = written.filter((text) => !expected.some((pattern) => pattern.test(text)));
  const missing = expected.filter((pattern) => !written.some((text) => pattern.test(text)));
  if (surprising.length > 0) throw new Error(`console.error was called:\n${surprising.join("\n")}`);
  if (missing.length > 0) throw new Error(`console.error was never called with ${missing.join(", ")}`);
});
