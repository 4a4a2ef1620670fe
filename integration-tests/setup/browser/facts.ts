import type { SeededStore } from "../../../demo/seed-store"
import type { Credentials, Sandbox } from "../../../src/sandbox"

/** What the tests in a browser know of the store that runs outside of them. */
export type AdminStore = {
  /** API, admin (/app) and storefront (/shop/…) alike. */
  url: string
  /** The demo's shop, on an origin of its own. */
  shopUrl: string
  seeded: SeededStore
  databaseUrl: string
  /** The sandbox: its addresses, and what a merchant has from its portal. */
  gateway: { urls: Sandbox["urls"]; credentials: Credentials }
}

/** The environment variable that carries it, as JSON. */
export const ADMIN_STORE = "ADMIN_STORE"

export function adminStore(): AdminStore {
  const facts = process.env[ADMIN_STORE]
  if (!facts) {
    throw new Error("No store runs for the browser: npm run test:browser.")
  }
  return JSON.parse(facts) as AdminStore
}
