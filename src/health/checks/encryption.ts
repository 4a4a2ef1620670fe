import { check, error, ok, warning } from "../check"

export const encryption = check("encryption", async (context) => {
  const { general, keys } = await context.settings()
  const problems = general.ok
    ? undefined
    : general.problems.find((each) => each.startsWith("encryptionKeys"))
  if (problems) {
    return error("invalid_key", { problems })
  }
  const { count, unreadable, old_keys } =
    await context.stablecoin.health.storedSecrets()
  if (unreadable.length) {
    const names = unreadable.join(", ")
    return error("unreadable", { count: unreadable.length, names })
  }
  if (keys.isEmpty) {
    return warning("no_key")
  }
  if (old_keys.length) {
    return warning("old_key", {
      count: old_keys.reduce((sum, key) => sum + key.count, 0),
      ids: old_keys.map(({ id }) => id).join(", "),
    })
  }
  return ok("ready", { count })
})
