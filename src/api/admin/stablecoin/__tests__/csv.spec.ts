import { csvLine } from "../csv"

it.each([
  ["plain", "plain"],
  [null, ""],
  ["12.50", "12.50"],
  ["-0.25", "-0.25"],
  ["9.99 USDT + 7.50 USDC", "9.99 USDT + 7.50 USDC"],
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
  expect(csvLine([cell], "comma")).toBe(`${written}\r\n`)
})

it("writes a line of cells that a reader of CSV reads back", () => {
  const cells = ['a "b"', "c,d", "", "e\nf"]
  expect(csvLine(cells, "comma")).toBe('"a ""b""","c,d",,"e\nf"\r\n')
})

it.each([
  ["12.50", "12,50"],
  ["-0.25", "-0,25"],
  ["0.000001", "0,000001"],
  ["90071992547409.93", "90071992547409,93"],
  ["1.12", "1,12"],
  ["7", "7"],
  ["9.99 USDT", "9,99 USDT"],
  ["9.99 USDT + 7.50 USDC", "9,99 USDT + 7,50 USDC"],
  ["2026-02-03T02:05:06.789Z", "2026-02-03T02:05:06.789Z"],
  ["Paid 12.50 too much", "Paid 12.50 too much"],
  ["1.2.3", "1.2.3"],
  ["-9.99 USDT", "'-9.99 USDT"],
  ["-1 day", "'-1 day"],
  ["a; b", '"a; b"'],
  ["a,=1+1", `"a,'=1+1"`],
  ["Zoë", "Zoë"],
  [null, ""],
])("writes the cell %j with semicolon and comma as %j", (cell, written) => {
  expect(csvLine([cell], "semicolon")).toBe(`${written}\r\n`)
})

it("separates cells at semicolons, and quotes no amount", () => {
  expect(csvLine(["1", "12.50", "a"], "semicolon")).toBe("1;12,50;a\r\n")
})
