let last = 0

/** An address that no other test of this process uses. */
export function newAddress(): string {
  last += 1
  return `0xbb${last.toString(16).padStart(38, "0")}`
}

/** So many addresses that no other test of this process uses. */
export function newAddresses(count: number): string[] {
  return Array.from({ length: count }, newAddress)
}
