/**
 * The common prefix of all keys, so that an action can invalidate all of them.
 * The end of one payment changes lists, counts and panels.
 */
const ROOT = "stablecoin"

export const queryKeys = {
  all: [ROOT] as const,
  list: (resource: string, query: object) =>
    [ROOT, resource, "list", query] as const,
  detail: (resource: string, id: string) =>
    [ROOT, resource, "detail", id] as const,
  summary: [ROOT, "summary"] as const,
  overview: (query: object) => [ROOT, "overview", query] as const,
}
