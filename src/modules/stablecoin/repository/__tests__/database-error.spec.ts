import { inspect } from "node:util"
import { DatabaseError, withoutValues } from "../database-error"

/**
 * An error as the driver throws it, with the statement that the query builder
 * adds.
 */
function driverError(fields: Record<string, unknown> = {}): Error {
  const error = new Error(
    `insert into "stablecoin_webhook_event" ("body") values ('token-4711') - duplicate key value violates unique constraint "IDX_digest"`
  )
  return Object.assign(error, {
    severity: "ERROR",
    code: "23505",
    detail: "Key (digest)=(digest-4711) already exists.",
    where: "unnamed portal parameter $1 = 'where-4711'",
    table: "stablecoin_webhook_event",
    constraint: "IDX_digest",
    routine: "_bt_check_unique",
    ...fields,
  })
}

describe("an error of PostgreSQL", () => {
  it("hides the values of its statement, detail and context", () => {
    const error = withoutValues(driverError())
    expect(error).toBeInstanceOf(DatabaseError)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/4711/)
  })

  it("keeps its SQLSTATE code", () => {
    expect(withoutValues(driverError())).toMatchObject({
      name: "DatabaseError",
      code: "23505",
      message: "PostgreSQL answered 23505 (IDX_digest).",
    })
  })

  it.each([
    ["its table", { constraint: undefined }, " (stablecoin_webhook_event)"],
    [
      "PostgreSQL's routine",
      { constraint: undefined, table: undefined },
      " (_bt_check_unique)",
    ],
    [
      "no details",
      { constraint: undefined, table: undefined, routine: undefined },
      "",
    ],
  ])("without a constraint names %s", (_, fields, where) => {
    expect(withoutValues(driverError(fields))).toMatchObject({
      message: `PostgreSQL answered 23505${where}.`,
    })
  })
})

describe("other errors are returned unchanged", () => {
  it.each([
    ["an error of the plugin", new Error("The webhook was not stored.")],
    [
      "a cut connection",
      Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
    ],
    ["a text", "no"],
    ["undefined", undefined],
    ["null", null],
    ["an object with the same fields", { severity: "ERROR", code: "23505" }],
  ])("%s", (_, thrown) => {
    expect(withoutValues(thrown)).toBe(thrown)
  })
})
