import { ApiError, errorMessage } from "@/lib/http/api-error";

const fallback = "Please try again.";
const answer = (json: unknown, text = "") => new ApiError(502, "Bad Gateway", { text, json });

test.each([
  ["the browser's own, without an answer", new TypeError("Failed to fetch")],
  ["the browser's own, for an answer that can't be read", new SyntaxError("Unexpected token '<'")],
  ["a proxy's page", answer(undefined, "<html><h1>502 Bad Gateway</h1></html>")],
  ["empty", new Error("")],
  ["not an error's", "text"],
])("a message that is %s is replaced with the fallback", (_, error) => {
  expect(errorMessage(error, fallback)).toBe(fallback);
});

test.each([
  ["the server's", answer({ message: "That name is taken" })],
  ["one of our own code's", new Error("That name is taken")],
])("a message that is %s is shown", (_, error) => {
  expect(errorMessage(error, fallback)).toBe("That name is taken");
});
