/** How a command ends; docs/command-line.md lists the codes. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  notSignedIn: 3,
  noConnection: 4,
  interrupted: 130,
} as const;
export type Outcome = keyof typeof exitCodes;

/** Ends the command. */
export class Failure extends Error {
  constructor(
    readonly outcome: Outcome,
    message: string,
  ) {
    super(message);
  }

  static of(error: unknown): Failure {
    if (error instanceof Failure) return error;
    return new Failure("refused", error instanceof Error ? error.message : String(error));
  }
}

export class UsageError extends Failure {
  constructor(message: string) {
    super("usage", `${message}\nkeepsake --help lists the commands.`);
  }
}

/** The server answered and refused. */
export class Refusal extends Failure {
  constructor(
    message: string,
    readonly status: number,
    /** The server's stable code. */
    readonly code: string,
    readonly body: unknown,
  ) {
    const isAboutKey = status === 401 || code === "key_not_allowed" || code === "family_suspended";
    super(isAboutKey ? "notSignedIn" : "refused", message);
  }
}
