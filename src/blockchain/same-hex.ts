/** Compares addresses and hashes, in which case is only a checksum. */
export function isSameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
