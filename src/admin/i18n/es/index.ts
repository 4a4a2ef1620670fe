import common from "./common.json"
import deliveries from "./deliveries.json"
import exceptions from "./exceptions.json"
import orderPanel from "./order-panel.json"
import payments from "./payments.json"
import refunds from "./refunds.json"

/** The same keys as in English, which a test compares. */
const es = { common, deliveries, exceptions, orderPanel, payments, refunds }

export default es
