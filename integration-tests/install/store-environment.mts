import { randomBytes } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parseEnv } from "node:util"

/** Writes the `.env` of Medusa's starter, with the key of Stripe. */
export async function writeEnvironment(
  store: string,
  databaseUrl: string,
  url: string,
  storefrontUrl: string
): Promise<void> {
  const variables = {
    DATABASE_URL: databaseUrl,
    STORE_CORS: storefrontUrl,
    ADMIN_CORS: url,
    AUTH_CORS: `${url},${storefrontUrl}`,
    JWT_SECRET: randomBytes(32).toString("hex"),
    COOKIE_SECRET: randomBytes(32).toString("hex"),
    STRIPE_API_KEY: "of-another-provider",
  }
  const lines = Object.entries(variables).map(
    ([name, value]) => `${name}=${value}\n`
  )
  await writeFile(join(store, ".env"), lines.join(""))
}

/** The variables of the `.env`, as a built store gets them from its host. */
export async function readEnvironment(
  store: string
): Promise<Record<string, string>> {
  const text = await readFile(join(store, ".env"), "utf8")
  return parseEnv(text) as Record<string, string>
}
