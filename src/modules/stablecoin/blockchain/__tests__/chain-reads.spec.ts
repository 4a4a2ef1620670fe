import { ChainReads } from "../chain-reads"
import {
  fakeClock,
  type FakeClock,
} from "../../../../../tools/harness/fake-clock"

const UNREAD = { error: new Error("did not answer") }
const READ = { error: null }

describe("a read before a cancellation", () => {
  let clock: FakeClock
  beforeEach(() => void (clock = fakeClock()))
  afterEach(() => clock.uninstall())

  /** A read with this result after a time. */
  const after =
    <T>(ms: number, result: T) =>
    async (): Promise<T> => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return result
    }

  it("ends after 20 seconds, and its chain is not read for half a minute", async () => {
    const reads = new ChainReads()
    const hanging = reads.run("POLYGON", after(60_000, READ))
    await clock.tickAsync(20_000)
    expect(await hanging).toBeNull()

    const next = jest.fn(async () => READ)
    expect(await reads.run("POLYGON", next)).toBeNull()
    expect(next).not.toHaveBeenCalled()
    expect(await reads.run("BASE", next)).toBe(READ)

    await clock.tickAsync(30_000)
    expect(await reads.run("POLYGON", next)).toBe(READ)
  })

  it.each([
    ["that fails at once", 100, UNREAD],
    ["that takes long", 3_000, READ],
  ])("%s does not keep its chain from being read", async (_, ms, result) => {
    const reads = new ChainReads()
    const first = reads.run("POLYGON", after(ms, result))
    await clock.tickAsync(ms)
    expect(await first).toBe(result)
    expect(await reads.run("POLYGON", async () => READ)).toBe(READ)
  })

  it("that fails late keeps its chain from being read", async () => {
    const reads = new ChainReads()
    const first = reads.run("POLYGON", after(15_000, UNREAD))
    await clock.tickAsync(15_000)
    expect(await first).toBe(UNREAD)
    expect(await reads.run("POLYGON", async () => READ)).toBeNull()
  })
})
