import type { Subscription } from "../../listener"
import { handleStoredWebhooks, StoredWebhooks } from "../stored-webhooks"

/** A minute: how long a webhook is left to the process that received it. */
const GRACE_MS = 60_000

describe("StoredWebhooks", () => {
  const wake = vi.fn()
  const end = vi.fn(async () => {})
  const subscriptions = new Set<Subscription>()
  const stored = new StoredWebhooks({
    subscribe: (subscription) => {
      subscriptions.add(subscription)
      return async () => void subscriptions.delete(subscription)
    },
  })
  const wakesIn = async (ms: number) => {
    wake.mockClear()
    await vi.advanceTimersByTimeAsync(ms)
    return wake.mock.calls.length
  }

  beforeEach(() => {
    vi.useFakeTimers()
    wake.mockClear()
    end.mockClear()
  })
  afterEach(async () => {
    await stored.end()
    vi.useRealTimers()
  })

  it("listens to nothing in a process that does not stay", () => {
    stored.begin()
    stored.leave()
    expect([...subscriptions]).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it("wakes at the start, whenever listening begins, and for this store's schema", () => {
    handleStoredWebhooks({ wake, end })
    stored.begin()
    expect(wake).toHaveBeenCalledTimes(1)
    const [subscription] = subscriptions

    subscription?.onListening()
    expect(wake).toHaveBeenCalledTimes(2)
    subscription?.onNotification("public", "public")
    expect(wake).toHaveBeenCalledTimes(3)
    subscription?.onNotification("another_store", "public")
    expect(wake).toHaveBeenCalledTimes(3)
  })

  it("wakes once webhooks of a killed process are due", async () => {
    handleStoredWebhooks({ wake, end })
    stored.begin()
    expect(await wakesIn(GRACE_MS)).toBe(0)
    expect(await wakesIn(GRACE_MS)).toBe(1)
    expect(await wakesIn(10 * GRACE_MS)).toBe(0)
  })

  it("wakes once all webhooks are due that this process has left", async () => {
    handleStoredWebhooks({ wake, end })
    stored.begin()
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS)

    stored.leave()
    await vi.advanceTimersByTimeAsync(GRACE_MS / 2)
    stored.leave()
    stored.leave()

    expect(await wakesIn(GRACE_MS)).toBe(1)
    expect(await wakesIn(GRACE_MS)).toBe(1)
    expect(await wakesIn(10 * GRACE_MS)).toBe(0)
  })

  it("ends with the webhooks in hand, and wakes no more", async () => {
    handleStoredWebhooks({ wake, end })
    stored.begin()
    await stored.end()
    expect(end).toHaveBeenCalledTimes(1)
    expect([...subscriptions]).toEqual([])
    expect(await wakesIn(10 * GRACE_MS)).toBe(0)
  })
})
