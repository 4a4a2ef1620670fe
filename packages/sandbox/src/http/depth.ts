/** Accepted nesting of objects and arrays. The contracts state no limit. */
export const MAX_DEPTH = 32

/**
 * Whether JSON is nested too deeply to be copied and serialized. Both recurse
 * and would overflow the stack. This check goes level by level, so it can't.
 */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) {
      return true
    }
    level = level.flatMap((item) => Object.values(item).filter(isNested))
  }
  return false
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
