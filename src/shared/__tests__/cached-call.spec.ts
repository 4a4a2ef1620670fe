import { CachedCall } from "../cached-call"

describe("a cached call", () => {
  function cachedCount() {
    const clock = { now: 0 }
    const ends: (() => void)[] = []
    const shared = new CachedCall<number>(5_000, () => clock.now)
    const count = () =>
      new Promise<number>((resolve) => {
        const number = ends.length + 1
        ends.push(() => resolve(number))
      })
    return {
      clock,
      ends,
      get: (fresh?: boolean) => shared.get(count, { fresh }),
      end: () => ends.at(-1)?.(),
    }
  }

  it("runs once for all concurrent callers, also for a fresh result", async () => {
    const { ends, get, end } = cachedCount()
    const answers = [get(), get(), get(true)]
    end()
    expect(await Promise.all(answers)).toEqual([1, 1, 1])
    expect(ends).toHaveLength(1)
  })

  it("is reused until it expires, unless a fresh result is requested", async () => {
    const { clock, get, end } = cachedCount()
    const first = get()
    end()
    await first
    clock.now = 4_999
    expect(await get()).toBe(1)
    const fresh = get(true)
    end()
    expect(await fresh).toBe(2)
    clock.now = 9_999
    const later = get()
    end()
    expect(await later).toBe(3)
  })

  it("is not cached if it fails", async () => {
    const shared = new CachedCall<number>(5_000)
    const broken = shared.get(async () => {
      throw new Error("No database.")
    })
    await expect(broken).rejects.toThrow("No database.")
    expect(await shared.get(async () => 1)).toBe(1)
  })
})
