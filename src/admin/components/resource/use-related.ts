import { useMay } from "../../lib/permissions"
import { useRows } from "./queries"
import { ONE, type ResourceName, type RowOf } from "./resources"

/** Resources whose rows belong to a payment. */
export type Related = Exclude<ResourceName, "payments" | "deposits">

/** Far more than a payment is expected to have. */
const LIMIT = 50

/**
 * Reads the records of a payment, newest first. Sends no request if the user's
 * role may not read them.
 */
export function useRelated<R extends Related>(resource: R, paymentId: string) {
  const enabled = useMay(`stablecoin_${ONE[resource]}:read`)
  const query = useRows(
    resource,
    { payment_id: paymentId, limit: LIMIT, offset: 0 },
    { enabled }
  )
  const rows: RowOf[R][] | undefined = query.data?.[resource]
  return { ...query, enabled, rows }
}
