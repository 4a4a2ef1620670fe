import { deserialize, serialize } from "node:v8"
import { clonable } from "../child/clonable"

describe("a value for another process", () => {
  it("keeps data of every type, and cycles", () => {
    const cycle: { self?: object } = {}
    cycle.self = cycle
    const value = {
      list: [1, null, undefined, { deep: "text" }],
      certificate: Buffer.from("certificate"),
      pattern: /store/i,
      date: new Date(0),
      bare: Object.assign(Object.create(null) as object, { a: 1 }),
      cycle,
    }
    const { copy, omitted } = clonable(value)
    expect(omitted).toEqual([])
    expect(deserialize(serialize(copy))).toEqual({
      ...value,
      bare: { a: 1 },
    })
  })

  it("lacks what can't be sent, by its path", () => {
    const { copy, omitted } = clonable({
      names: [() => "name"],
      page: new URL("https://store.test"),
      symbol: Symbol("key"),
    })
    expect(omitted).toEqual(["names.0", "page", "symbol"])
    expect(deserialize(serialize(copy))).toEqual({ names: [undefined] })
  })
})
