/**
 * PostgreSQL rejects a text with a NUL character, which would fail the search
 * for the other names.
 */
export function isText(name: string): boolean {
  return !name.includes("\0")
}
