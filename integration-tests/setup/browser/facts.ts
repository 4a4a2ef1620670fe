import type { SeededStore } from "../../../tools/harness/store/seed"
import type { Credentials, Sandbox } from "../../../packages/sandbox/src"

/** A store whose processes and admin run outside the tests. */
export type RunningStore = {
  /** API, admin (/app) and storefront (/shop/…) alike. */
  url: string
  seeded: SeededStore
  databaseUrl: string
}

/** Addresses and logins of the store that runs next to the browser tests. */
export type AdminStore = RunningStore & {
  /** The demo's shop, on a separate origin. */
  shopUrl: string
  /** Another store, with Medusa's role-based access control. */
  withRoles: RunningStore
  /**
   * The sandbox: its addresses, and the credentials that a merchant gets from
   * its portal.
   */
  gateway: { urls: Sandbox["urls"]; credentials: Credentials }
}

/** The path at a store's address that runs its job which reads the chains. */
export const READ_CHAINS = "/tests/read-chains"

/** The environment variable with an AdminStore as JSON. */
export const ADMIN_STORE = "ADMIN_STORE"

/** The store whose users have roles. */
export function storeWithRoles(): AdminStore {
  const store = adminStore()
  return { ...store, ...store.withRoles }
}

export function adminStore(): AdminStore {
  const facts = process.env[ADMIN_STORE]
  if (!facts) {
    throw new Error("No store runs for the browser: npm run test:browser.")
  }
  return JSON.parse(facts) as AdminStore
}
