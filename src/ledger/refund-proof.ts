/**
 * Formats of a refund's address and proof. On a chain, both must have the
 * chain's format. Without a chain, the merchant and the buyer agreed on the
 * method, and any text that names the transfer is valid.
 */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const TX_HASH = /^0x[0-9a-fA-F]{64}$/
/** Visible characters and spaces. */
const TEXT = /^[^\p{Cc}]{3,200}$/u

/** Why an address or a hash is refused, in one sentence. */
export const REFUND_FORMS = {
  refund_to: {
    chain: "refund_to must be an address: 0x and 40 hexadecimal digits.",
    text: "refund_to must be 3 to 200 characters that say where the money goes.",
  },
  tx_hash: {
    chain:
      "tx_hash must be the transaction's hash: 0x and 64 hexadecimal digits.",
    text: "tx_hash must be 3 to 200 characters that name the transfer.",
  },
} as const

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
