import {
  paidWebhook,
  postSigned,
} from "../../../tools/harness/gateway/webhooks"
import { later } from "../store/later"
import type { OpenPayment } from "../store/open-payment"
import { settled } from "../store/settled"
import { stablecoinOf } from "../store/stablecoin"
import type { TestStore } from "../store/store"
import type { AdminOperations } from "./admin-api"
import { readOpenException } from "./deposits"
import type { UndecidedPayment } from "./out-of-stock"

/** Lets the gateway know nothing about a payment, for now. */
export async function unanswered(
  store: TestStore,
  api: AdminOperations,
  open: OpenPayment
): Promise<UndecidedPayment> {
  await stablecoinOf(store).payments.apply(
    open.id,
    { kind: "unknown_at_gateway" },
    "read"
  )
  return { ...open, exception: await readOpenException(api) }
}

/** Lets the gateway confirm that a payment is paid. */
export async function confirm(
  store: TestStore,
  { rail, id }: OpenPayment
): Promise<void> {
  await postSigned(store, rail, paidWebhook(store, { rail, id }))
  await settled(store)
  await later(store)
}
