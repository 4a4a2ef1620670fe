import { WaitingFiles } from "../waiting-files"

const AWAY = { reason: "no answer", isAway: true }
const REFUSED = { reason: "500", isAway: false }
const SECOND = 1_000

function waiting(...names: string[]): WaitingFiles {
  const files = new WaitingFiles()
  names.forEach((name) => files.add(name, { bytes: 10, since: 0, nextAt: 0 }))
  return files
}

it.each([
  ["soon while the store is away", AWAY, [1, 2, 4, 8, 10, 10, 10]],
  [
    "ever later a webhook that the store does not store",
    REFUSED,
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300],
  ],
])("sends again %s", (_, problem, delays) => {
  const files = waiting("a")
  let now = 0
  const waits = delays.map(() => {
    files.failed("a", problem, now)
    const begin = now
    while (!files.due(now, 1).length) {
      now += SECOND
    }
    return (now - begin) / SECOND
  })
  expect(waits).toEqual(delays)
})

it("lets no file that is stuck hold up another", () => {
  const files = waiting("a", "b", "c", "d")
  files.failed("a", AWAY, 0)
  files.failed("b", AWAY, 1)
  // New ones first, then the one that was tried the longest ago.
  expect(files.due(60 * SECOND, 3)).toEqual(["c", "d", "a"])
  files.failed("a", REFUSED, 60 * SECOND)
  files.failed("c", AWAY, 60 * SECOND)
  files.failed("d", AWAY, 60 * SECOND)
  expect(files.due(120 * SECOND, 2)).toEqual(["b", "a"])
})

it("counts files and their bytes, and names those that are stuck", () => {
  const files = waiting("a", "b")
  files.add("c", { bytes: 5, since: -100, nextAt: 0 })
  files.failed("a", AWAY, 0)
  files.failed("b", REFUSED, 0)
  files.failed("b", REFUSED, SECOND)
  expect(files).toMatchObject({ count: 3, bytes: 25, oldest: -100 })
  expect(files.stuck()).toEqual([{ file: "b", reason: "500", attempts: 2 }])

  files.remove("c")
  files.remove("c")
  expect(files).toMatchObject({ count: 2, bytes: 20, oldest: 0 })
  expect(files.failed("c", AWAY, 0)).toBe(0)
  expect(files.has("c")).toBe(false)
})
