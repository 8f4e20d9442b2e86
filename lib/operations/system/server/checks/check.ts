/** `warn`: it runs, but something is missing or may go wrong; `wrong`: it can't work like this. */
export type CheckLevel = "ok" | "warn" | "wrong";

export interface SystemCheck {
  /** Stable, for lists and tests: database, storage, clock ... */
  name: string;
  level: CheckLevel;
  /** What was found, in a sentence for people; never a secret, a name or someone's address. */
  message: string;
  /** What to do about it; null if there is nothing to do. */
  advice: string | null;
}

export const ok = (name: string, message: string): SystemCheck => ({
  name,
  level: "ok",
  message,
  advice: null,
});
export const warn = (name: string, message: string, advice: string): SystemCheck => ({
  name,
  level: "warn",
  message,
  advice,
});
export const wrong = (name: string, message: string, advice: string): SystemCheck => ({
  name,
  level: "wrong",
  message,
  advice,
});

const patienceMs = 8_000;

/** The check's result, or that it timed out, so that nothing here waits forever. */
export async function withTimeLimit(name: string, check: () => Promise<SystemCheck>): Promise<SystemCheck> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SystemCheck>((resolve) => {
    timer = setTimeout(
      () =>
        resolve(
          wrong(
            name,
            "No answer within 8 seconds.",
            "Check that it is running and can be reached from here.",
          ),
        ),
      patienceMs,
    );
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return wrong(
      name,
      `It failed: ${(error as Error).message.split("\n")[0]}`,
      "Check that it is running and set up.",
    );
  } finally {
    clearTimeout(timer);
  }
}
