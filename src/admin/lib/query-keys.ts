/**
 * The common prefix of all keys, so that an action can invalidate all of them.
 * The end of one payment changes lists, counts and panels.
 */
const ROOT = "stablecoin"

const resource = (name: string) => ({
  all: [ROOT, name] as const,
  list: (query: object) => [ROOT, name, "list", query] as const,
  detail: (id: string) => [ROOT, name, "detail", id] as const,
})

export const queryKeys = {
  all: [ROOT] as const,
  payments: resource("payments"),
  exceptions: resource("exceptions"),
  refunds: resource("refunds"),
  webhooks: resource("webhooks"),
  orders: resource("orders"),
  summary: [ROOT, "summary"] as const,
}
