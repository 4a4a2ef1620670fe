import problems from "../../../exceptions/english.json"
import refusals from "../../../exceptions/refusals.json"
import found from "../../../health/english.json"
import common from "./common.json"
import webhooks from "./webhooks.json"
import deposits from "./deposits.json"
import exceptions from "./exceptions.json"
import health from "./health.json"
import orderPanel from "./order-panel.json"
import overview from "./overview.json"
import payments from "./payments.json"
import proof from "./proof.json"
import refunds from "./refunds.json"
import settings from "./settings.json"

/** One file per area of the admin. */
export default {
  common: {
    ...common,
    errors: { ...common.errors, code: { ...common.errors.code, ...refusals } },
  },
  exceptions: { ...exceptions, ...problems },
  health: { ...health, found },
  ...{ webhooks, deposits, orderPanel, overview },
  ...{ payments, proof, refunds, settings },
}
