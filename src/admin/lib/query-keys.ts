/**
 * The common prefix of all keys, so that an action can invalidate all of them.
 * The end of one payment changes lists, counts and panels.
 */
const ROOT = "stablecoin"

export const queryKeys = {
  all: [ROOT] as const,
  of: (path: string, query: object = {}) => [ROOT, path, query] as const,
}
