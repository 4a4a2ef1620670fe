import type { StoreOptionsResponse, StorePayment } from "../http-types.ts"
import type { StartedPayment, WatchedPayment } from "../types.ts"
import {
  activeTask,
  firstPage,
  type Page,
  type PageEvent,
  type Report,
  type Selection,
  type Work,
} from "./page.ts"
import { canResume, isDecided, isOver, phaseOf } from "./payment-phase.ts"
import type { StablecoinPaymentState } from "./types.ts"

/**
 * `(page, event) → page`, pure. Each new task ends the one before. A report is
 * dropped unless its task is still active, so a late response changes nothing.
 */
export function transition(page: Page, event: PageEvent): Page {
  switch (event.kind) {
    case "purchase_changed":
      // Tasks keep counting, so that no earlier report matches.
      return firstPage(event.purchase, event.startOver, page.task.id + 1)
    case "returned":
      return returned(page)
    case "selected":
      return { ...page, wanted: { ...page.wanted, ...event.wanted } }
    case "pay":
      return pay(page, event.selection)
    case "choose_again":
      return chooseAgain(page)
    case "resume":
      return resume(page)
    case "retry":
      return page.task.do === "start"
        ? page
        : find(show(page, { phase: "loading", error: null }))
    default:
      return event.task === activeTask(page)?.id ? reported(page, event) : page
  }
}

function reported(page: Page, report: Report): Page {
  switch (report.kind) {
    case "found":
      return found(page, report.payment)
    case "offered":
      return offered(page, report.offered)
    case "received":
      return seen(page, report.payment)
    case "order_read":
      return begin(show(page, { phase: "paid", order: report.order }), {
        do: "nothing",
      })
    case "started":
      return started(page, report.started)
    case "decided":
      return follow(
        show(page, { phase: "waiting", payment: report.payment }),
        report.payment
      )
    case "failed":
      return failed(page, report.error)
    case "interrupted":
      return find(show(page, { phase: "loading" }))
  }
}

/**
 * Reads again on return. Another tab may have started or paid something, and
 * after a back navigation the browser shows the page as it was left.
 */
function returned(page: Page): Page {
  const { task, view } = page
  if (task.do === "start" || view.phase === "paid") {
    return page
  }
  switch (task.do) {
    case "find":
    case "read_order":
      return begin(page, task)
    case "follow":
      // Watching continues automatically.
      if (view.payment && !isOver(view.payment)) {
        return page
      }
  }
  return find(page)
}

/** Repeated calls start one payment. */
function pay(page: Page, selection: Selection): Page {
  return page.task.do === "start"
    ? page
    : begin(show(page, { phase: "starting", error: null, started: null }), {
        do: "start",
        session_id: page.view.payment?.session_id ?? earlierSession(page),
        selection,
      })
}

/** A payment that is being started can't be withdrawn, so it goes on. */
function chooseAgain(before: Page): Page {
  if (before.task.do === "start") {
    return before
  }
  const dismissed = before.view.payment?.session_id
  const page = show({ ...before, dismissed }, { phase: "loading", error: null })
  return find(page, true)
}

/** Returns to the payment that was put aside. */
function resume(before: Page): Page {
  const { payment } = before.view
  if (!payment || !canResume(before.view)) {
    return before
  }
  const page = { ...before, dismissed: undefined }
  return follow(show(page, { phase: "waiting", error: null }), payment)
}

/** Follows the earlier payment, or offers the ways to pay. */
function found(page: Page, payment: WatchedPayment | null): Page {
  if (!payment) {
    return begin(page, { do: "offer" })
  }
  if (isDecided(payment) || !isPutAside(page, payment)) {
    return follow(page, payment)
  }
  const { session_id } = payment
  return begin(show({ ...page, dismissed: session_id }, { payment }), {
    do: "offer",
    earlier: session_id,
  })
}

/**
 * Follows a payment whose money is in question, instead of offering another.
 * Otherwise shows one of the purchase before it changed next to the choice.
 */
function offered(page: Page, list: StoreOptionsResponse): Page {
  const [earlier] = list.in_question
  if (earlier) {
    return follow(page, earlier)
  }
  const { task } = page
  const { phase, error, payment } = page.view
  return show(page, {
    phase: "choosing",
    offered: list,
    payment: task.do === "offer" && task.earlier ? payment : list.earlier,
    // A failed start is still shown, unless the status says why.
    error: phase === "error" || !list.accepts_new_payments ? null : error,
  })
}

function isPutAside(
  page: Page,
  { session_id, status, sent_back }: StorePayment
): boolean {
  const { task, purchase, dismissed } = page
  return (
    (task.do === "find" && task.offers_anyway) ||
    session_id === dismissed ||
    // The page that the buyer returns to shows the end of its payment,
    // and a buyer whose money is sent back reads that first.
    (!purchase.sessionId &&
      !sent_back &&
      (status === "cancelled" || status === "abandoned"))
  )
}

function seen(before: Page, payment: WatchedPayment): Page {
  if (before.task.do === "offer") {
    return isDecided(payment)
      ? follow(before, payment)
      : show(before, { payment })
  }
  const phase = phaseOf(payment)
  const page = show(before, { payment, phase, error: null })
  const { order_id, order_canceled, status } = payment
  if (status === "paid" && order_id && !order_canceled) {
    return begin(page, { do: "read_order", order_id, payment })
  }
  return phase === "paid" ? begin(page, { do: "nothing" }) : page
}

function started(page: Page, payment: StartedPayment): Page {
  const chain = chainOf(page, payment.chain)
  const waiting = show(page, {
    phase: "waiting",
    started: payment,
    payment: { ...payment, chain, final: false },
  })
  return follow(waiting, payment)
}

function chainOf(
  { view: { offered } }: Page,
  chain: string | null | undefined
): StorePayment["chain"] {
  if (!chain) {
    return null
  }
  const names = offered?.options.flatMap((option) =>
    option.rail === "onchain" ? option.chains : []
  )
  return {
    code: chain,
    name: names?.find(({ code }) => code === chain)?.name ?? chain,
  }
}

function failed(page: Page, error: Error): Page {
  const { task } = page
  if (task.do === "start") {
    const { currency, chain } = task.selection
    const refused = { currency, chain: chainOf(page, chain) }
    // The ways to pay may be out of date.
    return find(show(page, { phase: "choosing", error, refused }), true)
  }
  const { phase } = page.view
  return show(page, { error, phase: phase === "choosing" ? phase : "error" })
}

function find(page: Page, offers_anyway = false): Page {
  const session_id = earlierSession(page)
  return begin(page, { do: "find", session_id, offers_anyway })
}

function follow(page: Page, { session_id }: { session_id: string }): Page {
  return begin(page, { do: "follow", session_id })
}

function earlierSession({ dismissed, purchase }: Page): string | undefined {
  return dismissed ?? purchase.sessionId
}

function show(page: Page, change: Partial<StablecoinPaymentState>): Page {
  return { ...page, view: { ...page.view, ...change } }
}

/** Replaces the task. The same work begins again. */
function begin(page: Page, work: Work): Page {
  return { ...page, task: { ...work, id: page.task.id + 1 } }
}
