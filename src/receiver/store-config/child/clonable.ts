import { types } from "node:util"
import { isRecord } from "./config"

/**
 * Copies a value without what another process can't receive, such as functions.
 *
 * @returns the copy, and the paths of what it lacks
 */
export function clonable<Value>(value: Value): {
  copy: Value
  omitted: string[]
} {
  const omitted: string[] = []
  const copies = new Map<object, unknown>()

  const copyOf = (original: unknown, path: string): unknown => {
    if (typeof original === "function" || typeof original === "symbol") {
      omitted.push(path)
      return undefined
    }
    if (!isRecord(original) || isCloned(original)) {
      return original
    }
    if (isData(original)) {
      return membersOf(original, path)
    }
    omitted.push(path)
    return undefined
  }

  const membersOf = (original: object, path: string): unknown => {
    const existing = copies.get(original)
    if (existing) {
      return existing
    }
    const copy: unknown[] | Record<string, unknown> = Array.isArray(original)
      ? []
      : {}
    copies.set(original, copy)
    for (const [key, member] of Object.entries(original)) {
      const copied = copyOf(member, path ? `${path}.${key}` : key)
      Object.assign(copy, { [key]: copied })
    }
    return copy
  }

  return { copy: copyOf(value, "") as Value, omitted }
}

/** Values that travel between processes as they are. */
const isCloned = (value: object): boolean =>
  ArrayBuffer.isView(value) ||
  types.isAnyArrayBuffer(value) ||
  types.isDate(value) ||
  types.isRegExp(value)

/** Arrays and objects without a class, which include those of `import`. */
function isData(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    Array.isArray(value) || prototype === null || prototype === Object.prototype
  )
}
