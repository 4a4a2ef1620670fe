import { Text } from "@medusajs/ui"
import type { AdminNotShownMoney } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../admin-link"

const FILTER = encodeURIComponent(JSON.stringify(["not_found", "contradicted"]))

/** A warning about received money that the network does not show. */
export function NotShownMoney({ sums }: { sums: AdminNotShownMoney[] }) {
  const { t, coins, list } = useTexts()
  return sums.length > 0 ? (
    <div className="bg-ui-tag-orange-bg flex flex-wrap items-center justify-between gap-2 px-6 py-3">
      <Text size="small" className="text-ui-tag-orange-text">
        {t("overview.received.notShown", {
          sums: list(sums.map((sum) => coins(sum.amount, sum.currency))),
        })}
      </Text>
      <AdminLink to={`/stablecoin/payments?proof_status=${FILTER}`}>
        {t("overview.received.notShownPayments")}
      </AdminLink>
    </div>
  ) : null
}
