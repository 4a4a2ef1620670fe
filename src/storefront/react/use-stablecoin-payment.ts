"use client"

import { useEffect, useReducer, useRef, useState } from "react"
import type { StorePayment } from "../../http-types/store.ts"
import { startPayment } from "../start-payment.ts"
import type { StartedPayment } from "../types.ts"
import { choiceOf, type Wanted } from "./choice.ts"
import {
  followPayment,
  insteadOf,
  isDecided,
  isOver,
  lookUp,
  type TaskContext,
  whatWaits,
} from "./tasks.ts"
import type {
  StablecoinPaymentProps,
  StablecoinPaymentState,
  UseStablecoinPayment,
} from "./types.ts"
import { useLate } from "./use-late.ts"
import { useLatest } from "./use-latest.ts"
import { usePresence } from "./use-presence.ts"

/**
 * The background task. A new object ends the running task and starts the next.
 */
type Task =
  | { do: "look"; fresh?: boolean }
  | { do: "follow"; session_id: string }
  | { do: "nothing" }

const START: StablecoinPaymentState = {
  phase: "loading",
  offered: null,
  payment: null,
  started: null,
  order: null,
  error: null,
}

/**
 * The state of a stablecoin payment on a page, from the choice to the order.
 * Finds an earlier payment (after a reload, in another tab, on return from the
 * gateway) and follows it live. `<StablecoinPayment>` is one UI for it.
 */
export function useStablecoinPayment(
  props: StablecoinPaymentProps
): UseStablecoinPayment {
  const { cartId, paymentCollectionId, sessionId } = props
  const [state, set] = useReducer(
    (
      before: StablecoinPaymentState,
      change: Partial<StablecoinPaymentState>
    ) => ({
      ...before,
      ...change,
    }),
    START
  )
  const [wanted, setWanted] = useState<Wanted>({})
  const [task, setTask] = useState<Task>(() => firstTask(props))
  const latest = useLatest({ props, state })
  const starting = useRef(false)
  // A dismissed payment is not shown again when the buyer returns to the page.
  const dismissed = useRef<string | null>(null)
  const lifetime = useRef<AbortSignal>(undefined)
  const isPresent = usePresence(() => {
    const { payment, phase } = state
    if (!starting.current && phase !== "paid") {
      const goesOn = payment && !isOver(payment)
      setTask((now) =>
        now.do === "follow" && goesOn ? { ...now } : { do: "look" }
      )
    }
  })

  // Another cart or payment is another purchase, so all state is reset.
  const purchase = JSON.stringify([cartId, paymentCollectionId, sessionId])
  const [shown, setShown] = useState(purchase)
  if (shown !== purchase) {
    setShown(purchase)
    set(START)
    setWanted({})
    setTask(firstTask(props))
  }
  useEffect(() => {
    const life = new AbortController()
    lifetime.current = life.signal
    return () => {
      life.abort()
      starting.current = false
      dismissed.current = null
    }
  }, [purchase])

  const roomUntil = (signal: AbortSignal): TaskContext => ({
    props: () => latest.current.props,
    dismissed: () => dismissed.current,
    set: (change) => {
      if (!signal.aborted) {
        set(change)
      }
    },
    signal,
  })
  const latestRoom = useLatest(roomUntil)

  useEffect(() => {
    // Over HTTP/1.1 a browser has six connections per host. Hidden tabs use
    // none.
    if (!isPresent) {
      return
    }
    const life = new AbortController()
    const context = latestRoom.current(life.signal)
    const run = async (): Promise<void> => {
      switch (task.do) {
        case "look":
          return await lookUp(context, task.fresh)
        case "follow":
          return await followPayment(context, task.session_id)
        case "nothing":
      }
    }
    run().catch((error: Error) => {
      const { phase } = latest.current.state
      context.set({ error, phase: phase === "choosing" ? phase : "error" })
    })
    return () => life.abort()
  }, [task, purchase, isPresent, latest, latestRoom])

  const choice = choiceOf(state.offered?.options ?? [], wanted)
  const instead = insteadOf(props, state)
  const { payment, phase } = state
  const isOrderLate = useLate(phase === "waiting" && payment?.status === "paid")

  return {
    ...state,
    choice,
    choose: (change) => setWanted((before) => ({ ...before, ...change })),
    async pay() {
      if (starting.current || !choice) {
        return
      }
      starting.current = true
      setTask({ do: "nothing" })
      set({ phase: "starting", error: null, started: null })
      const signal = lifetime.current ?? AbortSignal.abort()
      try {
        // The earlier payment may have been paid since the options were listed.
        const known = await whatWaits(roomUntil(signal))
        if (known && isDecided(known)) {
          set({ phase: "waiting", payment: known })
          setTask({ do: "follow", session_id: known.session_id })
          return
        }
        const started = await startPayment(props.store, {
          cart_id: cartId,
          payment_collection_id: paymentCollectionId,
          provider_id: choice.option.provider_id,
          currency: choice.currency.code,
          chain: choice.chain?.code,
          success_url: props.successUrl,
          cancel_url: props.cancelUrl,
          signal,
        })
        signal.throwIfAborted()
        set({ phase: "waiting", started, payment: paymentOf(started) })
        setTask({ do: "follow", session_id: started.session_id })
        const { onRedirect = (url: string) => location.assign(url) } =
          latest.current.props
        onRedirect(started.redirect_url, started)
      } catch (error) {
        if (!signal.aborted) {
          set({ phase: "choosing", error: error as Error })
          // The options may be out of date.
          setTask({ do: "look", fresh: true })
        }
      } finally {
        if (!signal.aborted) {
          starting.current = false
        }
      }
    },
    instead,
    isOrderLate,
    turnAround() {
      if (instead === "restart" && payment) {
        props.onRestart?.(payment)
      } else if (cartId || paymentCollectionId) {
        dismissed.current = payment?.session_id ?? null
        set({ phase: "loading", error: null })
        setTask({ do: "look", fresh: true })
      } else if (payment) {
        props.onChooseAgain?.(payment)
      }
    },
    retry() {
      set({ phase: "loading", error: null })
      setTask({ do: "look" })
    },
  }
}

function firstTask({ startOver }: StablecoinPaymentProps): Task {
  return { do: "look", fresh: startOver }
}

function paymentOf(started: StartedPayment): StorePayment {
  const { session_id, rail, status, redirect_url, expires_at, order_id } =
    started
  return {
    session_id,
    rail,
    status,
    redirect_url,
    expires_at,
    order_id,
    final: false,
  }
}
