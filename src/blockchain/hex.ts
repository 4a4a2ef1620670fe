const WORD_DIGITS = 64

/** Compares addresses and hashes, in which case is only a checksum. */
export function isSameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** An address as a topic of a log, which has 32 bytes. */
export function topicOf(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(WORD_DIGITS, "0")}`
}
