/**
 * Formats of a refund's address and proof. On a chain, both must have the
 * chain's format. Without a chain, the merchant and the buyer agreed on the
 * method, and any text that names the transfer is valid.
 */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const TX_HASH = /^0x[0-9a-fA-F]{64}$/
/** Visible characters and spaces. */
const TEXT = /^[^\p{Cc}]{3,200}$/u

/** Returns a refund's address, or null if its format is wrong. */
export function refundAddress(
  chain: string | null,
  text: string
): string | null {
  return formed(chain ? ADDRESS : TEXT, text)
}

/**
 * Returns the proof that a refund was sent, or null if its format is wrong.
 * Hashes are lowercased so that duplicates are found.
 */
export function refundProof(chain: string | null, text: string): string | null {
  const proof = formed(chain ? TX_HASH : TEXT, text)
  return proof && TX_HASH.test(proof) ? proof.toLowerCase() : proof
}

function formed(form: RegExp, text: string): string | null {
  const trimmed = text.trim()
  return form.test(trimmed) ? trimmed : null
}
