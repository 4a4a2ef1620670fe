import { csvLine } from "../csv"

it.each([
  ["plain", "plain"],
  [null, ""],
  ["12.50", "12.50"],
  ["-0.25", "-0.25"],
  ["a, b", '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["Zoë", "Zoë"],
  ["=1+1", "'=1+1"],
  ["+34 600 000", "'+34 600 000"],
  ["-1 day", "'-1 day"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", `"'\t=1"`],
  ["\r=1", `"'\r=1"`],
  ["\tplain", `"'\tplain"`],
  ["＝1+1", "'＝1+1"],
  ["a;=1+1", `"a;'=1+1"`],
  ["a, -1", `"a,' -1"`],
  ["a; b", '"a; b"'],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["1=1", "1=1"],
])("writes the cell %j as %j", (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`)
})

it("writes a line of cells that a reader of CSV reads back", () => {
  const cells = ['a "b"', "c,d", "", "e\nf"]
  expect(csvLine(cells)).toBe('"a ""b""","c,d",,"e\nf"\r\n')
})
