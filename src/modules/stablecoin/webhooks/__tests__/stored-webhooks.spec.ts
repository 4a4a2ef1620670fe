import { handleStoredWebhooks, StoredWebhooks } from "../stored-webhooks"

const SECOND_MS = 1_000

describe("StoredWebhooks", () => {
  const wake = vi.fn()
  const end = vi.fn(async () => {})
  const stored = new StoredWebhooks()

  beforeEach(() => {
    vi.useFakeTimers()
    wake.mockClear()
  })
  afterEach(async () => {
    await stored.end()
    vi.useRealTimers()
  })

  it("wakes nothing in a process that does not stay", () => {
    stored.begin()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("wakes at the start and each second, until it ends with the webhooks in hand", async () => {
    handleStoredWebhooks({ wake, end })
    stored.begin()
    expect(wake).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
    expect(wake).toHaveBeenCalledTimes(11)

    await stored.end()
    expect(end).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
    expect(wake).toHaveBeenCalledTimes(11)
  })
})
