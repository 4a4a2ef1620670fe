/** A transfer to an address, in coins whose contract may be unknown. */
type FoundTransfer = {
  /** Exact decimal. Null with an unknown coin. */
  amount: string | null
  /** The coin's name, or how many units of which contract. */
  coin: string
  to: string
}

const TRANSFER = /^(?:([\d.]+) (\S+)|(.+)) to (0x[\da-f]+)$/
const MORE = / and (\d+) more$/

/**
 * Splits the transfers of a contradiction, such as `9.99 USDC to 0x…, 1 USDT to
 * 0x… and 2 more`, to show them in the admin's language. Null if the text has
 * another form.
 */
export function foundInstead(
  text: string
): { transfers: FoundTransfer[]; more: number } | null {
  const parts = text
    .replace(MORE, "")
    .split(", ")
    .map((part) => TRANSFER.exec(part))
  const transfers = parts.flatMap((part) => {
    const [, amount = null, coin, units, to] = part ?? []
    const what = coin ?? units
    return what && to ? [{ amount, coin: what, to }] : []
  })
  return transfers.length === parts.length
    ? { transfers, more: Number(MORE.exec(text)?.[1] ?? 0) }
    : null
}
