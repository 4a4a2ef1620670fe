import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { usePayments } from "../../lib/payments"
import { useListState } from "../../lib/use-list-state"
import { ResourceTable } from "../resource-table"
import { usePaymentColumns } from "./payment-columns"
import { PAYMENT_FILTERS, usePaymentFilters } from "./payment-filters"

/** Lists all payments, newest first. */
export function PaymentsTable() {
  const { t } = useTranslation("stablecoin")
  const navigate = useNavigate()
  const list = useListState({ filters: PAYMENT_FILTERS })
  const query = usePayments(list.query)
  return (
    <ResourceTable
      heading={t("payments.title")}
      searchHint={t("payments.search")}
      columns={usePaymentColumns()}
      filters={usePaymentFilters()}
      list={list}
      rows={query.data?.payments}
      page={query.data}
      query={query}
      onOpen={({ id }) => navigate(`/stablecoin/payments/${id}`)}
      empty={{
        heading: t("payments.empty.heading"),
        description: t("payments.empty.description"),
      }}
    />
  )
}
