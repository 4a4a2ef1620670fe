/** Levels of objects and arrays that are accepted; the contracts show no limit. */
export const MAX_DEPTH = 32

/**
 * Whether JSON is nested too deeply to be copied and written again: both
 * recurse, and would overflow the stack. Goes level by level, so it can't.
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
