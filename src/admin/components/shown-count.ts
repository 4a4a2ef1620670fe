/** A count as a badge shows it. */
export function shownCount(count: number, most = 99): string {
  return count > most ? `${most}+` : String(count)
}
