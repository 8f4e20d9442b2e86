import { csvCell, csvLine } from "@/lib/shared/csv";

test.each([
  ["plain", "plain"],
  ["", ""],
  [null, ""],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+44 20", "'+44 20"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  [" =1", `' =1`],
  ["＝1", "'＝1"],
  ["a=1", "a=1"],
])("the cell %j is written as %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test("a line ends as in RFC 4180", () => {
  expect(csvLine(["a", null, "c"])).toBe("a,,c\r\n");
});
