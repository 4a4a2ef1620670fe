import type en from "../en"
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

/** Has the same keys as the English one. */
export default {
  ...{ common, webhooks, deposits, exceptions, health, orderPanel },
  ...{ overview, payments, proof, refunds, settings },
} satisfies typeof en
