/** Chosen coins that hosted does not take now; none where its listing is not known. */
export function refusedCoins(
  chosen: readonly string[],
  accepted: readonly string[] | undefined
): string[] {
  return accepted
    ? [...new Set(chosen)].filter((coin) => !accepted.includes(coin))
    : []
}
