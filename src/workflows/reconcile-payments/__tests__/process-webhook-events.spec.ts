import {
  processWebhookEvents,
  type WebhookEventsLine,
} from "../process-webhook-events"

/** A line whose claims are these, one after the other. */
function lineOf(claims: string[][], parts: Partial<WebhookEventsLine> = {}) {
  const processed: string[] = []
  const released: string[] = []
  return {
    processed,
    released,
    line: {
      webhookEvents: {
        claimDue: async () => claims.shift() ?? [],
        release: async (ids: readonly string[]) => void released.push(...ids),
        triageLeft: async (ids: readonly string[]) => [...ids],
      },
      processEvent: async (id: string) => {
        processed.push(id)
        return true
      },
      isOver: () => false,
      ...parts,
    },
  }
}

describe("processWebhookEvents", () => {
  it("goes on until nothing is due, however small the claims are", async () => {
    const { line, processed } = lineOf([["money"], ["a", "b"], ["c"]])
    expect(await processWebhookEvents(line)).toBe(4)
    expect(processed).toEqual(["money", "a", "b", "c"])
  })

  it("makes events due again that it has no time for", async () => {
    const { line, processed, released } = lineOf([["a", "b", "c"], ["d"]], {
      isOver: () => processed.length > 0,
    })
    await processWebhookEvents(line)
    expect(processed).toEqual(["a"])
    expect(released).toEqual(["b", "c"])
  })

  it("makes events due again that it was about to process when it ends", async () => {
    const ending = { isOver: false }
    const { line, processed, released } = lineOf([["a", "b"]], {
      ready: async () => void (ending.isOver = true),
      isOver: () => ending.isOver,
    })
    await processWebhookEvents(line)
    expect(processed).toEqual([])
    expect(released).toEqual(["a", "b"])
  })

  it("leaves the rest to the next pass once everything fails", async () => {
    const claims = [["a"], ["b"]]
    const { line } = lineOf(claims, {
      processEvent: async () => false,
    })
    expect(await processWebhookEvents(line)).toBe(0)
    expect(claims).toEqual([["b"]])
  })
})
