import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { AdminException } from "../../../http-types"
import { choiceFilter } from "../../lib/choice-filter"
import { columnsOf, sortedByDate } from "../../lib/columns"
import { useExceptions } from "../../lib/exceptions"
import { statusesOf } from "../../lib/statuses"
import { useDateFilter } from "../../lib/use-date-filter"
import { useDrawerParam } from "../../lib/use-drawer-param"
import { useFormat } from "../../lib/use-format"
import { useExceptionTitle, useKindText } from "../../lib/use-kind-text"
import { useListState } from "../../lib/use-list-state"
import { EXCEPTION_KINDS } from "../../lib/words"
import { ResourceTable } from "../resource-table"
import { DrawerLink } from "../drawer-link"
import { OrderLink } from "../order-link"
import { PaymentLink } from "../payment-link"
import { ExceptionStatusBadge } from "../status-badges"
import { ExceptionDrawer } from "./exception-drawer"

const FILTERS = ["status", "kind", "created_at"]
/** Resolved exceptions are shown only on request. */
const OPEN_FIRST = { status: ["open"] }

const column = columnsOf<AdminException>()

/** Lists exceptions, by default the open ones. */
export function ExceptionsTable() {
  const { t } = useTranslation("stablecoin")
  const list = useListState({ filters: FILTERS, preset: OPEN_FIRST })
  const query = useExceptions(list.query)
  const drawer = useDrawerParam("exception")
  return (
    <ResourceTable
      heading={t("exceptions.title")}
      description={t("exceptions.description")}
      searchHint={t("exceptions.search")}
      columns={useColumns()}
      filters={useFilters()}
      list={list}
      rows={query.data?.exceptions}
      page={query.data}
      query={query}
      onOpen={({ id }) => drawer.open(id)}
      empty={{
        heading: t("exceptions.empty.heading"),
        description: t("exceptions.empty.description"),
      }}
    >
      <ExceptionDrawer />
    </ResourceTable>
  )
}

function useColumns() {
  const { t } = useTranslation("stablecoin")
  const { dateTime } = useFormat()
  const titleOf = useExceptionTitle()
  return useMemo(
    () => [
      column("kind", {
        header: t("common.fields.kind"),
        cell: (exception) => {
          const title = titleOf(exception)
          return (
            <DrawerLink
              plain
              drawer="exception"
              id={exception.id}
              label={t("orderPanel.openException", { title })}
            >
              {title}
            </DrawerLink>
          )
        },
      }),
      column("status", {
        header: t("common.fields.status"),
        cell: ({ status }) => <ExceptionStatusBadge status={status} />,
        truncateTooltip: false,
      }),
      column("message", {
        header: t("exceptions.sections.happened"),
        cell: ({ message }) => message,
        maxSize: 420,
      }),
      column("order", {
        header: t("common.fields.order"),
        cell: ({ order }) => (order ? <OrderLink order={order} /> : "—"),
      }),
      column("payment_id", {
        header: t("common.fields.payment"),
        cell: ({ payment_id }) => <PaymentLink id={payment_id} />,
      }),
      column("created_at", {
        header: t("common.fields.created"),
        cell: ({ created_at }) => dateTime(created_at),
        ...sortedByDate(t),
      }),
    ],
    [t, dateTime, titleOf]
  )
}

function useFilters(): DataTableFilter[] {
  const { t } = useTranslation("stablecoin")
  const date = useDateFilter()
  const kindText = useKindText()
  return useMemo(
    () => [
      choiceFilter(
        "status",
        t("common.fields.status"),
        statusesOf("exceptions"),
        (status) => t(`exceptions.status.${status}`)
      ),
      choiceFilter(
        "kind",
        t("common.fields.kind"),
        EXCEPTION_KINDS,
        (kind) => kindText(kind).title
      ),
      date,
    ],
    [t, date, kindText]
  )
}
