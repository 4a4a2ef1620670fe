import { getEventListeners, once } from "node:events"
import { TimeLimit } from "../time-limit"
import { fakeClock } from "../../../tools/harness/fake-clock"

const LONG_MS = 60_000

describe("TimeLimit", () => {
  it("aborts with a TimeoutError after its time", async () => {
    const { signal } = new TimeLimit(1)
    // The limit's own timer does not keep the process alive.
    const alive = setInterval(() => undefined, LONG_MS)
    await once(signal, "abort")
    clearInterval(alive)
    expect(signal.reason).toMatchObject({ name: "TimeoutError" })
  })

  it("aborts with the other signal, and with its reason", () => {
    const other = new AbortController()
    const { signal } = new TimeLimit(LONG_MS, other.signal)
    expect(signal.aborted).toBe(false)
    const reason = new Error("closed")
    other.abort(reason)
    expect(signal.reason).toBe(reason)
    expect(new TimeLimit(LONG_MS, other.signal).signal.reason).toBe(reason)
  })

  it("leaves nothing behind at its end, so that requests do not add up", () => {
    const clock = fakeClock()
    try {
      const other = new AbortController()
      const limit = new TimeLimit(LONG_MS, other.signal)
      limit.end()
      expect(clock.countTimers()).toBe(0)
      expect(getEventListeners(other.signal, "abort")).toHaveLength(0)
      other.abort()
      expect(limit.signal.aborted).toBe(false)
    } finally {
      clock.uninstall()
    }
  })
})
