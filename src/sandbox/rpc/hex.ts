/** A JSON-RPC quantity, without leading zeros: 436 → "0x1b4". */
export function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

/** A number as 32 bytes, without 0x. */
export function word(value: number | bigint): string {
  return value.toString(16).padStart(64, "0")
}

/** An address as 32 bytes. */
export function addressWord(address: string): string {
  return `0x${address.slice(2).padStart(64, "0")}`
}

/** The ABI's encoding of a single string. */
export function abiString(text: string): string {
  const bytes = Buffer.from(text, "utf8")
  const padded = Math.ceil(bytes.length / 32) * 64
  const content = bytes.toString("hex").padEnd(padded, "0")
  return `0x${word(32)}${word(bytes.length)}${content}`
}
