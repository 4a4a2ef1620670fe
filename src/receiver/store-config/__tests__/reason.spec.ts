import { reasonOf } from "../child/reason"

const folder = __dirname

const errorOf = (message: string, place = "/elsewhere/a.ts"): Error => {
  const error = new Error(message)
  error.stack = `Error: ${message}\n    at ${place}:3:1`
  return error
}

describe("the reason why a config can't be read", () => {
  it.each<[string, unknown, string]>([
    [
      "TypeScript's errors",
      errorOf(
        "⨯ Unable to compile TypeScript:\nmedusa-config.ts(3,9): error TS1005: ':' expected.\n"
      ),
      "medusa-config.ts(3,9): error TS1005: ':' expected.",
    ],
    [
      "errors with lines of the source",
      errorOf(
        '\n\u001b[31m  × Expected ident\u001b[0m\n   ╭─[1:1]\n 3 │ secret: "s3cret"\n   ╰────'
      ),
      "Expected ident.",
    ],
    [
      "an address with a password",
      errorOf("connect to postgres://medusa:s3cret@host/store failed."),
      "connect to postgres://***@host/store failed.",
    ],
    [
      "JSON",
      errorOf(`Unexpected token 's', "s3cret" is not valid JSON`),
      "a text is not valid JSON.",
    ],
    ["a line of the store", errorOf("no", `${folder}/a.ts`), "no, in a.ts:3."],
    ["a line elsewhere", errorOf("no"), "no."],
    ["a package", errorOf("no", `${folder}/node_modules/a/a.js`), "no."],
    ["a thrown text", "no", "no."],
    ["nothing", errorOf(""), "unknown error."],
  ])("is one sentence without secrets: %s", (_name, error, reason) => {
    expect(reasonOf(error, folder)).toBe(reason)
  })
})
