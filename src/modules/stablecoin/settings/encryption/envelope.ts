import { SecretError } from "./secret-error"

/** The parts of a stored ciphertext. */
export type Envelope = {
  /** Id of the key that encrypted it. */
  keyId: string
  iv: Buffer
  tag: Buffer
  data: Buffer
}

export const VERSION = "v1"
export const IV_BYTES = 12
export const TAG_BYTES = 16

/** `v1.<keyId>.<iv>.<tag>.<data>`, the last three in base64url. */
export function formatEnvelope({ keyId, iv, tag, data }: Envelope): string {
  const parts = [iv, tag, data].map((part) => part.toString("base64url"))
  return [VERSION, keyId, ...parts].join(".")
}

const ENVELOPE = /"v1\.([0-9a-f]{8})\.[\w-]+\.[\w-]+\.[\w-]+"/g

/** Ids of the keys of all ciphertexts within stored values, one for each. */
export function keyIdsIn(stored: unknown): string[] {
  const found = JSON.stringify(stored).matchAll(ENVELOPE)
  return [...found].map(([, keyId = ""]) => keyId)
}

/** @throws SecretError if the text is not exactly what `formatEnvelope` writes */
export function parseEnvelope(text: string): Envelope {
  const [version, keyId = "", ...encoded] = text.split(".")
  const [iv, tag, data] = encoded.map((part) => Buffer.from(part, "base64url"))
  const envelope =
    version === VERSION &&
    iv?.length === IV_BYTES &&
    tag?.length === TAG_BYTES &&
    data
      ? { keyId, iv, tag, data }
      : null
  // Decoding ignores unused bits and characters outside base64url, so compare.
  if (!envelope || formatEnvelope(envelope) !== text) {
    throw new SecretError(
      "It is no ciphertext of this plugin: it was changed, or is of another version."
    )
  }
  return envelope
}
