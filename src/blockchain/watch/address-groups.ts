/** Geth and Erigon refuse more values of a topic. */
const MAX_ADDRESSES = 1_000

/** Addresses of one call. Never empty, since an empty list is all of them. */
export type AddressGroup = readonly string[]

/**
 * Divides addresses into groups that endpoints take. Duplicates are left out,
 * as is a text that is not an address: it receives nothing, and would have the
 * whole call refused.
 */
export function groupsOf(addresses: readonly string[]): AddressGroup[] {
  const distinct = new Set(
    addresses
      .filter((address) => /^0x[0-9a-f]{40}$/i.test(address))
      .map((address) => address.toLowerCase())
  )
  const all = [...distinct]
  const count = Math.ceil(all.length / MAX_ADDRESSES)
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * MAX_ADDRESSES, (index + 1) * MAX_ADDRESSES)
  )
}

/** Divides groups of several addresses in two each. */
export function halvesOf(groups: readonly AddressGroup[]): AddressGroup[] {
  return groups.flatMap((group) => {
    const middle = Math.ceil(group.length / 2)
    return [group.slice(0, middle), group.slice(middle)]
  })
}
