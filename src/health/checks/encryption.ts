import { check, type Finding } from "../check"

const MAKE_ONE =
  "Generate one with `openssl rand -base64 32`, and set it as encryptionKeys for every process in the plugin's options (docs/security.md)."

export const encryption = check(
  "encryption",
  async (context): Promise<Finding<"encryption">> => {
    const { general, encryptionKeys } = await context.settings()
    const problem = general.ok
      ? undefined
      : general.problems.find((each) => each.startsWith("encryptionKeys"))
    if (problem) {
      return {
        status: "error",
        code: "invalid_key",
        message: `The encryption keys can't be used. ${problem}`,
        remedy: MAKE_ONE,
      }
    }
    const { count, unreadable, old_keys } =
      await context.stablecoin.health.storedSecrets()
    if (unreadable.length) {
      return {
        status: "error",
        code: "unreadable",
        params: { count: unreadable.length, names: unreadable.join(", ") },
        message: `${unreadable.length} stored secrets can't be decrypted with the configured encryption keys: ${unreadable.join(", ")}.`,
        remedy:
          "Add the key that they were encrypted with to encryptionKeys, after the first one. If it is lost, enter the secrets again.",
      }
    }
    if (!encryptionKeys.length) {
      return {
        status: "warning",
        code: "no_key",
        message:
          "There is no encryption key: the admin accepts no secrets, and open payments can't be read after a change of credentials.",
        remedy: MAKE_ONE,
      }
    }
    if (old_keys.length) {
      const ids = old_keys.map(({ id }) => id).join(", ")
      const old = old_keys.reduce((sum, key) => sum + key.count, 0)
      return {
        status: "warning",
        code: "old_key",
        params: { count: old, ids },
        message: `${old} secrets still use key ${ids}.`,
        remedy:
          "Keep that key in encryptionKeys until this warning ends, which takes a minute. If it stays, check that the job runs.",
      }
    }
    return {
      status: "ok",
      code: "ready",
      params: { count },
      message:
        count === 0
          ? "Secrets are encrypted at rest; none is stored yet."
          : `Secrets are encrypted at rest; all ${count} stored ones can be read.`,
    }
  }
)
