import type { Rail, ReturnResult } from "../../index"

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
   * concurrently with them.
   */
  | { do: "start"; rail: Rail; answer: CreationAnswer; keepsOthers: boolean }
  /** The buyer chooses another plugin's payment provider. */
  | { do: "switch_method" }
  | { do: "change_cart"; to: string }
  /** The buyer completes the cart. Medusa may use any session first. */
  | { do: "complete"; first: number }
  /** The next completion fails after it has authorized the payment. */
  | { do: "break_completion" }
  /** The admin edits the order while its buyer pays. */
  | { do: "edit_order"; to: string }
  | { do: "pay"; of: number }
  /** The gateway confirms an order with a transfer that paid another one. */
  | { do: "pay_reused"; of: number }
  /** The next paid webhook has no transfer. */
  | { do: "leave_out_hash" }
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
  | { do: "settle"; of: number }
  /** The reconciliation job. */
  | { do: "job" }
  | { do: "wait"; minutes: number }
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

export function sentence(act: Act): string {
  switch (act.do) {
    case "start":
      return `the buyer starts ${act.rail}${act.keepsOthers ? " with the others" : ""}${act.answer === "ok" ? "" : `, creation ${act.answer}`}`
    case "switch_method":
      return "the buyer chooses another provider"
    case "change_cart":
      return `the cart costs ${act.to} now`
    case "complete":
      return `the buyer completes the cart by session #${act.first}`
    case "break_completion":
      return "the next completion fails after its authorization"
    case "edit_order":
      return `the admin edits the order, which costs ${act.to} now`
    case "pay_reused":
      return `at the gateway: payment #${act.of} is confirmed by a transfer of another one`
    case "leave_out_hash":
      return "at the gateway: the next paid webhook names no transfer"
    case "go_live":
      return "the store goes live"
    case "pay":
    case "fail":
    case "cancel":
      return `at the gateway: ${act.do} payment #${act.of}`
    case "deliver":
      return `webhook #${act.which} arrives`
    case "forge":
      return `a paid webhook of payment #${act.of} arrives, with a wrong ${act.how}`
    case "return":
      return `the buyer of payment #${act.of} returns by the ${act.result} URL`
    case "cancel_order":
      return "the admin cancels the order"
    case "cancel_payment":
      return `Medusa cancels its payment #${act.of}`
    case "capture":
      return `the admin captures Medusa's payment #${act.of}`
    case "settle":
      return `payment #${act.of} is settled`
    case "job":
      return "the job runs"
    case "wait":
      return `${act.minutes} minutes pass`
    case "outage":
      return `the gateway does not respond to ${act.calls} calls`
  }
}
