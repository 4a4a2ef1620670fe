import { CachedCall } from "../cached-call"

describe("a run that is shared", () => {
  function sharing() {
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
      ask: (fresh?: boolean) => shared.get(count, { fresh }),
      end: () => ends.at(-1)?.(),
    }
  }

  it("is one for all who ask meanwhile, however fresh they want it", async () => {
    const { ends, ask, end } = sharing()
    const answers = [ask(), ask(), ask(true)]
    end()
    expect(await Promise.all(answers)).toEqual([1, 1, 1])
    expect(ends).toHaveLength(1)
  })

  it("is answered again for a while, to who does not want it fresh", async () => {
    const { clock, ask, end } = sharing()
    const first = ask()
    end()
    await first
    clock.now = 4_999
    expect(await ask()).toBe(1)
    const fresh = ask(true)
    end()
    expect(await fresh).toBe(2)
    clock.now = 9_999
    const later = ask()
    end()
    expect(await later).toBe(3)
  })

  it("that fails is nobody's answer for longer than it took", async () => {
    const shared = new CachedCall<number>(5_000)
    const broken = shared.get(async () => {
      throw new Error("No database.")
    })
    await expect(broken).rejects.toThrow("No database.")
    expect(await shared.get(async () => 1)).toBe(1)
  })
})
