import { setTimeout as delay } from "node:timers/promises";
import { takeTurns } from "@/lib/platform/taking-turns";

/** Records its queries, and how many of them run at once. */
class Connection {
  running = 0;
  most = 0;
  asked: unknown[] = [];

  async query(text: string): Promise<string> {
    this.asked.push(text);
    this.running++;
    this.most = Math.max(this.most, this.running);
    await delay(5);
    this.running--;
    if (text === "wrong") throw new Error("syntax error");
    return `answer to ${text}`;
  }
}

function connected(): Connection {
  const connection = new Connection();
  takeTurns(connection);
  return connection;
}

test("queries issued at once run one after the other, in order", async () => {
  const connection = connected();
  const answers = await Promise.all(["one", "two", "three"].map((text) => connection.query(text)));
  expect(answers).toEqual(["answer to one", "answer to two", "answer to three"]);
  expect(connection.asked).toEqual(["one", "two", "three"]);
  expect(connection.most).toBe(1);
});

test("a failed query is reported, and the next one runs", async () => {
  const connection = connected();
  const [first, second] = await Promise.allSettled([connection.query("wrong"), connection.query("right")]);
  expect(first).toMatchObject({ status: "rejected", reason: new Error("syntax error") });
  expect(second).toMatchObject({ status: "fulfilled", value: "answer to right" });
});

test("a single query starts at once", async () => {
  const connection = connected();
  const answer = connection.query("one");
  expect(connection.asked).toEqual(["one"]);
  await answer;
  void connection.query("two");
  await delay(0);
  expect(connection.asked).toEqual(["one", "two"]);
});

test("queries with a callback, and streams, go straight through", () => {
  const query = jest.fn((..._given: unknown[]) => "handed over");
  class Other {
    query(...given: unknown[]) {
      return query(...given);
    }
  }
  const connection = new Other();
  takeTurns(connection);
  const stream = { submit: () => {} };
  const done = () => {};
  expect([connection.query("one", done), connection.query(stream)]).toEqual(["handed over", "handed over"]);
  expect(query.mock.calls).toEqual([["one", done], [stream]]);
});
