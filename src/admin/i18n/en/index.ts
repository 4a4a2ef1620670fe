import common from "./common.json"
import deliveries from "./deliveries.json"
import exceptions from "./exceptions.json"
import orderPanel from "./order-panel.json"
import payments from "./payments.json"
import refunds from "./refunds.json"

/** One file per area of the admin. */
const en = { common, deliveries, exceptions, orderPanel, payments, refunds }

export default en
