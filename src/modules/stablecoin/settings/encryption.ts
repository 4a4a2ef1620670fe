import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
} from "node:crypto"
/**
 * A secret at rest can't be read or written. Messages name keys by ids that
 * reveal nothing, and never include ciphertext.
 */
export class SecretError extends Error {
  override readonly name = "SecretError"
}

const VERSION = "v1"
const CIPHER = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_LENGTH = 8

type Key = { id: string; bytes: Buffer }

/**
 * Encrypts secrets at rest: AES-256-GCM with a fresh random IV. The first key
 * encrypts and every key decrypts, so that keys can be rotated while every
 * secret stays readable.
 *
 * A context is authenticated with each secret: ciphertext that is copied to
 * another row or field can't be decrypted there.
 */
export class KeyRing {
  readonly #keys: readonly Key[]

  /** @param keys 32 bytes each, in base64; with none, nothing is encrypted */
  constructor(keys: readonly string[]) {
    this.#keys = keys.map(toKey)
  }

  /** Each key but the first, with the number of texts that it encrypted. */
  oldKeysOf(texts: readonly string[]): { id: string; count: number }[] {
    const used = texts.map((text) => text.split(".")[1])
    return this.#keys.slice(1).flatMap(({ id }) => {
      const count = used.filter((keyId) => keyId === id).length
      return count ? [{ id, count }] : []
    })
  }

  /** Whether no key is set. */
  get isEmpty(): boolean {
    return this.#keys.length === 0
  }

  /** @throws SecretError if there is no key */
  encrypt(text: string, context: string): string {
    const [key] = this.#keys
    if (!key) {
      throw new SecretError(
        "There is no encryption key. Set encryptionKeys in the plugin's options."
      )
    }
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, key.bytes, iv, {
      authTagLength: TAG_BYTES,
    }).setAAD(authenticated(key.id, context))
    const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
    return formatEnvelope({ keyId: key.id, iv, tag: cipher.getAuthTag(), data })
  }

  /** @throws SecretError if no key fits, or the text or its context was changed */
  decrypt(text: string, context: string): string {
    const { keyId, iv, tag, data } = parseEnvelope(text)
    const key = this.#keys.find(({ id }) => id === keyId)
    if (!key) {
      throw new SecretError(
        `It was encrypted with key ${keyId}, which is not among encryptionKeys. Add that key again, after the first one.`
      )
    }
    const decipher = createDecipheriv(CIPHER, key.bytes, iv, {
      authTagLength: TAG_BYTES,
    })
      .setAAD(authenticated(key.id, context))
      .setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(data), decipher.final()]).toString(
        "utf8"
      )
    } catch {
      throw new SecretError(
        "It does not open: it was changed, or belongs to something else."
      )
    }
  }

  /**
   * Whether a ciphertext was encrypted with another key than the first.
   *
   * @throws SecretError if the text is not a ciphertext
   */
  needsReencryption(text: string): boolean {
    const [key] = this.#keys
    return key !== undefined && parseEnvelope(text).keyId !== key.id
  }
}

function toKey(text: string): Key {
  const bytes = Buffer.from(text, "base64")
  const id = createHash("sha256").update(bytes).digest("hex")
  return { id: id.slice(0, KEY_ID_LENGTH), bytes }
}

function authenticated(keyId: string, context: string): Buffer {
  return Buffer.from([VERSION, keyId, context].join("\0"), "utf8")
}

/** The parts of a stored ciphertext. */
type Envelope = {
  /** Id of the key that encrypted it. */
  keyId: string
  iv: Buffer
  tag: Buffer
  data: Buffer
}

/** `v1.<keyId>.<iv>.<tag>.<data>`, the last three in base64url. */
function formatEnvelope({ keyId, iv, tag, data }: Envelope): string {
  const parts = [iv, tag, data].map((part) => part.toString("base64url"))
  return [VERSION, keyId, ...parts].join(".")
}

/** @throws SecretError if the text is not exactly what `formatEnvelope` writes */
function parseEnvelope(text: string): Envelope {
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
