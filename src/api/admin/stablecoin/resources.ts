import type {
  AdminDeposit,
  AdminExceptionDetail,
  AdminPaymentDetail,
  AdminRefund,
  AdminWebhookEventResponse,
} from "../../../http-types"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"
import {
  DEPOSITS,
  EXCEPTIONS,
  PAYMENTS,
  REFUNDS,
  WEBHOOK_EVENTS,
} from "../../../modules/stablecoin/service"
import type {
  StoredException,
  StoredPayment,
} from "../../../modules/stablecoin/types"
import { cartOf, isUnderReview, proofModeOf } from "./payments/details"
import { readNewest, readRow, type Resource } from "./rows"

export const payments: Resource<StoredPayment, AdminPaymentDetail> = {
  list: PAYMENTS,
  added: {
    // Otherwise buyers must not be sent there.
    payment_link: async (scope, payment) =>
      payment.payment_link && !(await isUnderReview(scope, payment))
        ? payment.payment_link
        : null,
    cart: cartOf,
    deposits: async (scope, { id }) =>
      await readNewest(scope, DEPOSITS, { payment_id: [id] }, "asc"),
    proof_mode: proofModeOf,
    is_held: async (scope, payment) =>
      await scope.resolve(STABLECOIN_MODULE).chainPolicies.isHeld(payment),
  },
}

export const exceptions: Resource<StoredException, AdminExceptionDetail> = {
  list: EXCEPTIONS,
  added: {
    /** The money that resolving it may send back now. */
    held: async (scope, { id }) =>
      await scope.resolve(STABLECOIN_MODULE).repository.exceptions.readHeld(id),
    deposit: async (scope, { deposit_id }) =>
      deposit_id ? await readRow({ scope }, DEPOSITS, deposit_id) : null,
  },
}

export const deposits: Resource<AdminDeposit, AdminDeposit> = {
  list: DEPOSITS,
  added: {},
}

export const refunds: Resource<AdminRefund, AdminRefund> = {
  list: REFUNDS,
  added: {},
}

type Webhook = AdminWebhookEventResponse["webhook"]

export const webhooks: Resource<Webhook, Webhook> = {
  list: WEBHOOK_EVENTS,
  added: {},
}
