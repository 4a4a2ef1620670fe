import { createHash, randomBytes } from "node:crypto"
import { KeyRing, SecretError } from "../encryption"

const newKey = () => randomBytes(32).toString("base64")
const KEY = newKey()
const CONTEXT = "stablecoin_account:onchain_1:onchain"
const SECRET = "live_secret_4711 ünïcødé"

/**
 * Written with node:crypto directly, so that stored secrets outlive changes of
 * this code.
 */
const PINNED = "v1.4bb06f8e.CQkJCQkJCQkJCQkJ.7FG9uwMIKl-PsyJKn_jUbw.V-zq-tuU"

const sealed = new KeyRing([KEY]).encrypt(SECRET, CONTEXT)

/** The error message of a failed decryption. */
function decryptionError(
  text: string,
  context = CONTEXT,
  keys = [KEY]
): string {
  try {
    new KeyRing(keys).decrypt(text, context)
  } catch (error) {
    expect(error).toBeInstanceOf(SecretError)
    return String(error)
  }
  throw new Error("It was decrypted.")
}

describe("a secret at rest", () => {
  it.each(["", "a", SECRET, "x".repeat(10_000)])(
    "decrypts to its text",
    (text) => {
      const keys = new KeyRing([KEY])
      expect(keys.decrypt(keys.encrypt(text, CONTEXT), CONTEXT)).toBe(text)
    }
  )

  it("is one line that names its key and contains no secret", () => {
    const id = createHash("sha256")
      .update(Buffer.from(KEY, "base64"))
      .digest("hex")
      .slice(0, 8)
    expect(sealed).toMatch(
      new RegExp(`^v1\\.${id}\\.[\\w-]{16}\\.[\\w-]{22}\\.[\\w-]+$`)
    )
    expect(sealed).not.toContain("4711")
  })

  it("is encrypted differently each time", () => {
    const keys = new KeyRing([KEY])
    const texts = Array.from({ length: 50 }, () =>
      keys.encrypt(SECRET, CONTEXT)
    )
    expect(new Set(texts).size).toBe(50)
  })

  it("decrypts in the format of the first version", () => {
    const key = Buffer.alloc(32, 7).toString("base64")
    expect(new KeyRing([key]).decrypt(PINNED, "context")).toBe("pinned")
  })
})

describe("a modified secret can't be decrypted", () => {
  const parts = sealed.split(".")
  const names = ["version", "key id", "iv", "tag", "data"]

  it.each(
    names.flatMap((name, part) =>
      [...(parts[part] ?? "")].map((_, at) => [name, part, at] as const)
    )
  )("%s, part %i, character %i", (_, part, at) => {
    const changed = [...(parts[part] ?? "")]
    changed[at] = changed[at] === "A" ? "B" : "A"
    const text = parts.with(part, changed.join("")).join(".")
    expect(decryptionError(text)).not.toMatch(/4711/)
  })

  it.each(names.map((name, part) => [name, part] as const))(
    "without its %s",
    (_, part) => {
      decryptionError(parts.with(part, "").join("."))
      decryptionError(parts.toSpliced(part, 1).join("."))
    }
  )

  it.each([
    ["more", `${sealed}.AAAA`],
    ["longer data", `${sealed}AAAA`],
    ["a shorter tag", parts.with(3, (parts[3] ?? "").slice(0, 16)).join(".")],
    ["padding", `${sealed}==`],
    ["a line break", `${sealed}\n`],
    ["an empty text", ""],
    ["plain text", SECRET],
  ])("%s", (_, text) => {
    decryptionError(text)
  })

  it("in another row", () => {
    expect(
      decryptionError(sealed, "stablecoin_account:onchain_2:onchain")
    ).toMatch(/does not open/)
  })

  it("with a part of another secret", () => {
    const other = new KeyRing([KEY]).encrypt(SECRET, CONTEXT).split(".")
    for (const part of [2, 3, 4]) {
      decryptionError(parts.with(part, other[part] ?? "").join("."))
    }
  })
})

describe("keys", () => {
  it("encrypts with the first key, and decrypts with any", () => {
    const first = newKey()
    const both = new KeyRing([first, KEY])
    expect(both.decrypt(sealed, CONTEXT)).toBe(SECRET)
    expect(both.needsReencryption(sealed)).toBe(true)

    const again = both.encrypt(SECRET, CONTEXT)
    expect(both.needsReencryption(again)).toBe(false)
    expect(new KeyRing([first]).decrypt(again, CONTEXT)).toBe(SECRET)
  })

  it("names a missing key by its id, with the remedy", () => {
    const message = decryptionError(sealed, CONTEXT, [newKey()])
    expect(message).toContain(sealed.split(".")[1])
    expect(message).toMatch(/Add that key again/)
    expect(message).not.toContain(KEY)
  })

  it("encrypts nothing without a key, and needs no re-encryption", () => {
    const none = new KeyRing([])
    expect(none.isEmpty).toBe(true)
    expect(() => none.encrypt(SECRET, CONTEXT)).toThrow(/Set encryptionKeys/)
    expect(none.needsReencryption(sealed)).toBe(false)
    decryptionError(sealed, CONTEXT, [])
  })
})
