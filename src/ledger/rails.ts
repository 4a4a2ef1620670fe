/** The APIs that carry payments. */
export const RAILS = ["hosted", "onchain"] as const
export type Rail = (typeof RAILS)[number]

/** Properties of a rail that decide how its payments are handled. */
export type RailTraits = {
  /** The gateway returns a payment's state by its id. Otherwise only webhooks report it. */
  isReadable: boolean
  /** The gateway cancels an open payment. Otherwise it is abandoned. */
  isCancellable: boolean
  /** A payment is started on one chain, and is paid only there. */
  hasChain: boolean
  /** A failed payment may still be paid, under another id, until it expires. */
  mayRecover: boolean
  /** The client secret signs the webhooks. Otherwise each endpoint has a secret of its own. */
  signsWithClientSecret: boolean
  /** A client id is of test or live mode, as its prefix says. Otherwise the gateway names the mode. */
  hasModeInClientId: boolean
  /** Webhooks go to every store of the account, not only to the payment's own. */
  isAccountWide: boolean
}

export const RAIL_TRAITS: Record<Rail, RailTraits> = {
  hosted: {
    isReadable: false,
    isCancellable: false,
    hasChain: false,
    mayRecover: true,
    signsWithClientSecret: true,
    hasModeInClientId: true,
    isAccountWide: false,
  },
  onchain: {
    isReadable: true,
    isCancellable: true,
    hasChain: true,
    mayRecover: false,
    signsWithClientSecret: false,
    hasModeInClientId: false,
    isAccountWide: true,
  },
}

/** Rails whose payments can be read from the gateway. */
export const READABLE_RAILS = RAILS.filter(
  (rail) => RAIL_TRAITS[rail].isReadable
)

/** Makes a record with a value for each rail. */
export function byRail<T>(make: (rail: Rail) => T): Record<Rail, T> {
  const entries = RAILS.map((rail) => [rail, make(rail)])
  return Object.fromEntries(entries) as Record<Rail, T>
}

export function isRail(text: unknown): text is Rail {
  return RAILS.some((rail) => rail === text)
}
