import type { Rail, ReturnResult } from "../../index"
import type { Choice } from "./merchant"

/**
 * The gateway's response to a creation. `lost`: it was created, but the
 * response was lost.
 */
export type CreationAnswer = "ok" | "refused" | "lost" | "unreachable"

/** Webhooks with a valid signature whose content does not match. */
export const FORGERIES = [
  "amount",
  "coin",
  "chain",
  "gateway_id",
  "second_transfer",
  "unreadable",
] as const
export type Forgery = (typeof FORGERIES)[number]

/**
 * One act. `of` and `which` are indexes modulo the number of candidates.
 * Without candidates, the act has no effect.
 */
export type Act =
  /**
   * The buyer starts a payment, either replacing the others or, with `keepsOthers`,
   * concurrently with them. `older`: for the first collection, which an edited
   * order may have left behind.
   */
  | {
      do: "start"
      rail: Rail
      answer: CreationAnswer
      keepsOthers: boolean
      older?: boolean
    }
  /** The buyer chooses another plugin's payment provider. */
  | { do: "switch_method" }
  | { do: "change_cart"; to: string }
  /** The buyer completes the cart. Medusa may use any session first. */
  | { do: "complete"; first: number }
  /** The next completion fails after it has authorized the payment. */
  | { do: "break_completion" }
  /** The admin edits the order while its buyer pays. */
  | { do: "edit_order"; to: string }
  /** The buyer pays. `arrives`: its webhook comes at once. */
  | { do: "pay"; of: number; arrives?: boolean }
  /** The buyer sends coins, which the gateway may confirm later, or never. */
  | { do: "send"; of: number; amount: string }
  /** The gateway confirms coins of any amount as those that it waits for. */
  | { do: "pay_otherwise"; of: number }
  /** The gateway confirms a transfer that is not on the chain. */
  | { do: "pay_unsent"; of: number }
  /** The newest transfer never happens, or in another transaction. */
  | { do: "reorganize"; replaces: boolean }
  /** The pass that reads the chain. */
  | { do: "read_chain" }
  /** The gateway confirms an order with a transfer that paid another one. */
  | { do: "pay_reused"; of: number }
  /** The merchant changes from test credentials to live ones. */
  | { do: "go_live" }
  | { do: "fail"; of: number }
  | { do: "cancel"; of: number }
  /** A webhook arrives: any that was ever sent, for the first time or again. */
  | { do: "deliver"; which: number }
  | { do: "forge"; of: number; how: Forgery }
  | { do: "return"; of: number; result: ReturnResult }
  | { do: "cancel_order" }
  | { do: "cancel_payment"; of: number }
  | { do: "capture"; of: number }
  /** The admin refunds a captured payment, or a part of it. */
  | { do: "refund"; of: number; part: boolean }
  /** The merchant resolves an open exception. */
  | { do: "resolve"; of: number; how: Choice }
  /** The merchant has sent a refund that was due. */
  | { do: "mark_sent"; of: number }
  | { do: "settle"; of: number }
  /** The reconciliation job. */
  | { do: "job" }
  | { do: "wait"; minutes: number }
  /** The rate of the cart's currency moves, if it has one. */
  | { do: "move_rate"; to: string }
  /** The next calls to the gateway get no response. */
  | { do: "outage"; calls: number }

/** Interruption of an event after a number of steps. */
export type Interruption = { after: number; by: Act | "crash" }

/** Event of a history, printed as one line on failure. */
export class Event {
  constructor(
    readonly act: Act,
    readonly interruption: Interruption | null = null
  ) {}

  toString(): string {
    const line = `\n  ${sentence(this.act)}`
    if (!this.interruption) {
      return line
    }
    const { after, by } = this.interruption
    const what = by === "crash" ? "the process crashes" : sentence(by)
    return `${line} -- after ${after} steps of it: ${what}`
  }
}

/** Such as `pay of: 0`. */
export function sentence({ do: what, ...details }: { do: string }): string {
  const fields = Object.entries(details).map((field) => field.join(": "))
  return [what, ...fields].join(" ")
}
