"use client"

import { useEffect, useReducer, useState } from "react"
import { choiceOf } from "./choice.ts"
import { activeTask, firstPage, isSamePurchase, type Report } from "./page.ts"
import { canResume, insteadOf } from "./payment-phase.ts"
import { performTask } from "./perform-task.ts"
import { transition } from "./transition.ts"
import type { StablecoinPaymentProps, UseStablecoinPayment } from "./types.ts"
import { useLatest, useReturn } from "./use-return.ts"

/** Orders are placed within a second. A longer wait needs an explanation. */
const LATE_MS = 5_000

/**
 * The state of a stablecoin payment on a page, from the choice to the order.
 * Finds an earlier payment (after a reload, in another tab, on return from the
 * gateway) and follows it to the order. `<StablecoinPayment>` is one UI for it.
 *
 * `transition` decides what happens. This hook performs the tasks that its
 * state asks for.
 */
export function useStablecoinPayment(
  props: StablecoinPaymentProps
): UseStablecoinPayment {
  const [page, dispatch] = useReducer(transition, props, (purchase) =>
    firstPage(purchase, purchase.startOver)
  )
  if (!isSamePurchase(page.purchase, props)) {
    const { startOver } = props
    dispatch({ kind: "purchase_changed", purchase: props, startOver })
  }
  const latest = useLatest(props)
  useReturn(() => dispatch({ kind: "returned" }))

  const task = activeTask(page)
  useEffect(() => {
    if (!task) {
      return
    }
    const life = new AbortController()
    const report = (what: Report): void => {
      if (!life.signal.aborted) {
        dispatch({ ...what, task: task.id })
      }
    }
    performTask(task, {
      props: () => latest.current,
      report,
      signal: life.signal,
    }).catch((error: Error) => report({ kind: "failed", error }))
    return () => {
      life.abort()
      if (task.do === "start") {
        dispatch({ kind: "interrupted", task: task.id })
      }
    }
  }, [task, latest])

  const { view, wanted } = page
  const { payment, phase } = view
  const choice = choiceOf(view.offered?.options ?? [], wanted)
  const instead = insteadOf(props, view)
  const isOrderLate = useLate(phase === "waiting" && payment?.status === "paid")

  return {
    ...view,
    choice,
    choose: (change) => dispatch({ kind: "selected", wanted: change }),
    pay() {
      if (choice) {
        const { option, currency, chain } = choice
        dispatch({
          kind: "pay",
          selection: {
            provider_id: option.provider_id,
            currency: currency.code,
            chain: chain?.code,
            shown_amount: option.amount,
          },
        })
      }
    },
    instead,
    isOrderLate,
    startAgain() {
      if (instead === "restart" && payment) {
        props.onRestart?.(payment)
      } else if (props.cartId || props.paymentCollectionId) {
        dispatch({ kind: "choose_again" })
      } else if (payment) {
        props.onChooseAgain?.(payment)
      }
    },
    canResume: canResume(view),
    resume: () => dispatch({ kind: "resume" }),
    retry: () => dispatch({ kind: "retry" }),
  }
}

/** Whether the wait is unusually long. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    const late = () => setLate(true)
    const timer = isWaiting ? setTimeout(late, LATE_MS) : undefined
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isLate && isWaiting
}
