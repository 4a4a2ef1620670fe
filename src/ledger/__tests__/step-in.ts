import { nameOf, nextStep, type Payment, type SettlementStep } from "../index"
import { medusaState, NOW, payment } from "./samples"
import { SITUATIONS, type State } from "./situations"

/** Situations, separated by commas, and the step that follows. */
export type Case = [situations: string, step: string]

/** The payment and Medusa's state in a combination of situations. */
export function situated(situations: string, changes: Partial<Payment> = {}) {
  const states = situations.split(", ").map((each): State => {
    const state = each ? SITUATIONS[each] : {}
    if (!state) {
      throw new Error(`${each} is no situation.`)
    }
    return state
  })
  const { ledger, ...medusa } = states.reduce(
    (all, each) => ({
      ...all,
      ...each,
      ledger: { ...all.ledger, ...each.ledger },
    }),
    { ledger: changes }
  )
  return { payment: payment(ledger), medusa: medusaState(medusa) }
}

/** The next step of a payment, as one word. */
export function stepIn(situations: string, changes?: Partial<Payment>): string {
  const { payment, medusa } = situated(situations, changes)
  return wordOf(nextStep(payment, medusa, NOW))
}

/** A step, with the name and the cause of its exception, or a session's end. */
export function wordOf(step: SettlementStep): string {
  switch (step.do) {
    case "open_exception": {
      const { exception } = step
      const { cause } = exception.details
      return [nameOf(exception), cause ?? []].flat().join(": ")
    }
    case "close_session":
      return `close_session: ${step.status}`
    default:
      return step.do
  }
}
