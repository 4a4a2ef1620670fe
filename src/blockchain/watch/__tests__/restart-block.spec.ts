import { restartBlock } from "../restart-block"

const MADE_AT = Date.parse("2026-11-20T12:00:00Z") / 1_000
const NEWEST = {
  number: 100_000,
  hash: `0x${"ab".repeat(32)}`,
  timestamp: MADE_AT,
}
const HOUR = 3_600

it.each([
  ["since the blocks were read, and an hour before", 1, 100_000 - 18_005],
  ["since a day", 24 * HOUR, 0],
])("a chain that lacks blocks is read again %s", (_, ago, expected) => {
  const movedAt = new Date((MADE_AT - ago) * 1_000)
  expect(restartBlock({ fromBlock: 100_002, movedAt }, NEWEST)).toBe(expected)
})

it.each([
  ["its next block is the next one to read", 100_001, 1],
  ["its newest block was made before they were read", 500_000, -60],
])("a chain may have all blocks that were read if %s", (_, fromBlock, ago) => {
  const movedAt = new Date((MADE_AT - ago) * 1_000)
  expect(restartBlock({ fromBlock, movedAt }, NEWEST)).toBeNull()
})
