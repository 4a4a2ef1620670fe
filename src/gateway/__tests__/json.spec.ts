import { JsonError, parseJson } from "../json"

const parse = (text: string) => parseJson(Buffer.from(text))

describe("parseJson", () => {
  it.each([
    ["10.5", 10.5],
    ["-0.1", -0.1],
    ["12.4900000000000002", 12.49],
    ["34.119999999999997", 34.12],
    ["10.0000000000000000001", 10],
    ["12.49000000001", 12.49000000001],
    ["1249000000000000000e-17", 12.49],
  ])("reads the number %s as the double that it denotes", (text, value) => {
    expect(parse(`{"a":[${text}]}`)).toEqual({ a: [value] })
  })

  it("quotes no part of an unreadable body", () => {
    expect(() => parse('{"access_token":"tok_1"')).toThrow(JsonError)
    expect(() => parse('{"access_token":"tok_1"')).toThrow(/^is not JSON$/)
  })

  it.each(['{"order_no":"\\u0000"}', '{"a":[{"\\u0000":1}]}'])(
    "rejects %s, which a database can't store",
    (text) => {
      expect(() => parse(text)).toThrow(/NUL/)
    }
  )

  it.each([
    ['"cut \\ud83d"', "cut \ufffd"],
    ['"\\uDE00 cut"', "\ufffd cut"],
    ['"\\ud83d\\ud83d\\ude00"', "\ufffd😀"],
    ['"\\ud83d\\ude00"', "😀"],
    ['"\\\\ud83d"', "\\ud83d"],
  ])("reads %s as text that a database can store", (text, value) => {
    expect(parse(text)).toBe(value)
    expect(parse(`{${text}:1}`)).toEqual({ [value]: 1 })
  })
})
