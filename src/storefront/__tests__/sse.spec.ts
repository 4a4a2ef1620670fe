import { serverEventParser } from "../sse.ts"

const TEXT =
  "id: 1\nevent: payment\ndata: a\ndata: b\n\n: heartbeat\n\ndata\n\nid\ndata:x:y\n\n"
const EVENTS = [
  { id: "1", event: "payment", data: "a\nb" },
  { id: "1", event: "message", data: "" },
  { id: "", event: "message", data: "x:y" },
]

describe("the parser of server-sent events", () => {
  it.each([
    ["LF", TEXT],
    ["CRLF", TEXT.replaceAll("\n", "\r\n")],
    ["CR", TEXT.replaceAll("\n", "\r")],
  ])("reads lines that end with %s, split at any position", (_, text) => {
    expect(serverEventParser().feed(text)).toEqual(EVENTS)
    for (let cut = 0; cut <= text.length; cut++) {
      const parser = serverEventParser()
      expect([
        ...parser.feed(text.slice(0, cut)),
        ...parser.feed(""),
        ...parser.feed(text.slice(cut)),
      ]).toEqual(EVENTS)
    }
    const parser = serverEventParser()
    expect([...text].flatMap((each) => parser.feed(each))).toEqual(EVENTS)
  })

  it.each([
    ["an event without data", "event: payment\nid: 1\n\n", []],
    ["an event that is not complete", "data: a\n", []],
    ["an unknown field", "color: red\ndata: a\n\n", ["a"]],
    ["a value with two leading spaces", "data:  a\n\n", [" a"]],
    ["an id with a zero", "id: 1\ndata: a\n\nid: \0\ndata: b\n\n", ["a", "b"]],
  ])("%s", (_, text, data) => {
    const events = serverEventParser().feed(text)
    expect(events.map((each) => each.data)).toEqual(data)
    expect(events.every(({ id }) => id === "" || id === "1")).toBe(true)
  })

  it("reads the reconnection time if it is a number", () => {
    const parser = serverEventParser()
    parser.feed("retry: soon\n\n")
    expect(parser.retry).toBeUndefined()
    parser.feed("retry: 1500\n\n")
    expect(parser.retry).toBe(1500)
  })
})
