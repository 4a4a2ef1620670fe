/**
 * A secret at rest that can't be read or written. It names keys by their ids,
 * which tell nothing of them, and repeats no ciphertext.
 */
export class SecretError extends Error {
  override readonly name = "SecretError"
}
