import { Failures } from "../failures"
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
      due: async () => claims.shift() ?? [],
      release: async (ids: readonly string[]) => void released.push(...ids),
      triage: async (ids: readonly string[]) => [...ids],
      processEvent: async (id: string) => void processed.push(id),
      isOver: () => false,
      failures: new Failures("webhooks could not be processed"),
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

  it("leaves the rest to the next pass once everything fails", async () => {
    const claims = [["a"], ["b"]]
    const { line } = lineOf(claims, {
      processEvent: async () => await Promise.reject(new Error("no database")),
    })
    expect(await processWebhookEvents(line)).toBe(0)
    expect(line.failures.line).toContain("no database")
    expect(claims).toEqual([["b"]])
  })
})
