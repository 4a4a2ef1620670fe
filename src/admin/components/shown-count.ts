/** A count as a badge shows it. */
export function shownCount(count: number): string {
  return count > 99 ? "99+" : String(count)
}
