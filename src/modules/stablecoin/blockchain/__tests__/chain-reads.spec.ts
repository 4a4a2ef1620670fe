import { ChainReads } from "../chain-reads"

const UNREAD = { error: new Error("did not answer") }
const READ = { error: null }

describe("a read before a cancellation", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

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
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await hanging).toBeNull()

    const next = vi.fn(async () => READ)
    expect(await reads.run("POLYGON", next)).toBeNull()
    expect(next).not.toHaveBeenCalled()
    expect(await reads.run("BASE", next)).toBe(READ)

    await vi.advanceTimersByTimeAsync(30_000)
    expect(await reads.run("POLYGON", next)).toBe(READ)
  })

  it.each([
    ["that fails at once", 100, UNREAD],
    ["that takes long", 3_000, READ],
  ])("%s does not keep its chain from being read", async (_, ms, result) => {
    const reads = new ChainReads()
    const first = reads.run("POLYGON", after(ms, result))
    await vi.advanceTimersByTimeAsync(ms)
    expect(await first).toBe(result)
    expect(await reads.run("POLYGON", async () => READ)).toBe(READ)
  })

  it("that fails late keeps its chain from being read", async () => {
    const reads = new ChainReads()
    const first = reads.run("POLYGON", after(15_000, UNREAD))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await first).toBe(UNREAD)
    expect(await reads.run("POLYGON", async () => READ)).toBeNull()
  })
})
