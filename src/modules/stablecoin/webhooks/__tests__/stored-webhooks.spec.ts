import { handleStoredWebhooks, StoredWebhooks } from "../stored-webhooks"
import {
  fakeClock,
  type FakeClock,
} from "../../../../../tools/harness/fake-clock"

const SECOND_MS = 1_000

describe("StoredWebhooks", () => {
  const wake = jest.fn()
  const end = jest.fn(async () => {})
  const stored = new StoredWebhooks()
  let clock: FakeClock

  beforeEach(() => {
    clock = fakeClock()
    wake.mockClear()
  })
  afterEach(async () => {
    await stored.end()
    clock.uninstall()
  })

  it("wakes nothing in a process that does not stay", () => {
    stored.begin()
    expect(clock.countTimers()).toBe(0)
  })

  it("wakes at the start and each second, until it ends with the webhooks in hand", async () => {
    handleStoredWebhooks({ wake, end })
    stored.begin()
    expect(wake).toHaveBeenCalledTimes(1)
    await clock.tickAsync(10 * SECOND_MS)
    expect(wake).toHaveBeenCalledTimes(11)

    await stored.end()
    expect(end).toHaveBeenCalledTimes(1)
    await clock.tickAsync(10 * SECOND_MS)
    expect(wake).toHaveBeenCalledTimes(11)
  })
})
