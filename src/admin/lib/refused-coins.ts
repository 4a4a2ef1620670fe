/**
 * Selected coins that the hosted rail does not accept now. Empty while its list
 * is unknown.
 */
export function refusedCoins(
  chosen: readonly string[],
  accepted: readonly string[] | undefined
): string[] {
  return accepted
    ? [...new Set(chosen)].filter((coin) => !accepted.includes(coin))
    : []
}
