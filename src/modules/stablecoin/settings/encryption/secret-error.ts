/**
 * A secret at rest can't be read or written. Messages name keys by ids that
 * reveal nothing, and never include ciphertext.
 */
export class SecretError extends Error {
  override readonly name = "SecretError"
}
