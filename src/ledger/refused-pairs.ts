import type { ExceptionDraft, ExceptionProblem } from "./exceptions"
import type { Refusal } from "./facts"
import type { Payment } from "./payment"
import type { Rail } from "./rails"

/** The problem of a coin that the gateway refuses on a chain. */
export const COIN_REFUSED = {
  kind: "coin_refused",
} as const satisfies ExceptionProblem

/** Refused starts in a row, after which a pair is left out of the offers. */
export const REFUSALS_IN_A_ROW = 3

/** How long a pair is left out after its last refusal. */
export const LEFT_OUT_S = 60 * 60

/**
 * A stablecoin of an account on a chain. The chain is null where the buyer
 * selects it on the gateway's page.
 */
export type Pair = Pick<Payment, "account" | "currency" | "chain">

/** A pair that the gateway refused, and has not accepted since. */
export type RefusedPair = Pair & {
  rail: Rail
  /** The gateway's own words, if it gave any. */
  said: string | null
  /** Whether its last refusal is less than an hour old. */
  is_left_out: boolean
}

export function isSamePair(one: Pair, other: Pair): boolean {
  return (
    one.account === other.account &&
    one.currency === other.currency &&
    one.chain === other.chain
  )
}

/** Longest answer of the gateway that an exception quotes. */
const MOST_SAID = 500

/** The gateway's own sentence and its messages by field, as one text. */
export function saidOf({ said, fields = {} }: Refusal): string | null {
  const ofFields = Object.entries(fields).map(
    ([field, messages]) => `${field}: ${messages.join(" ")}`
  )
  const text = [said ?? [], ofFields].flat().join(" ").slice(0, MOST_SAID)
  return text === "" ? null : text
}

/** Exception of a pair whose last starts the gateway all refused. */
export function coinRefused(
  { id, account, rail, currency, chain }: Pair & Pick<Payment, "id" | "rail">,
  said: string | null
): ExceptionDraft {
  return {
    ...COIN_REFUSED,
    key: [id, COIN_REFUSED.kind].join(":"),
    details: { account, rail, currency, chain, said },
  }
}
