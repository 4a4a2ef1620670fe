import { hasKey } from "../../lib/has-key"
import { OrderLink } from "../links"
import { createdColumn, customerColumn } from "../resource/columns"
import { listOf } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { Status } from "../resource/status-badges"
import { ExceptionDrawer } from "./exception-drawer"
import { problemText } from "./kind-text"
import { existingOrder } from "./resolutions"
import { moneyReceived } from "./money-received"

/** Money that may not have arrived. */
const UNSURE = {
  unconfirmed: "notConfirmed",
  unproven: "notProven",
  unchecked: "notProven",
} as const

/** Lists exceptions, by default the open ones, and the most urgent first. */
export const ExceptionsTable = listOf({
  resource: "exceptions",
  filters: ["status", "group", "kind", "created_at"],
  preset: { status: ["open"] },
  Drawer: ExceptionDrawer,
  columns(texts, column) {
    const { t, coins } = texts
    return [
      column("kind", t("common.fields.kind"), (exception) => {
        const title = problemText(t, exception).title
        const isOrdered = existingOrder(exception) !== null
        return (
          // Wraps on a phone, to leave room for amount and status.
          <div className="max-w-36 whitespace-normal py-2 md:max-w-none">
            <RowLink
              resource="exceptions"
              id={exception.id}
              aria-label={t("orderPanel.openException", { title })}
            >
              {title}
            </RowLink>
            {exception.status === "open" && (
              <p className="txt-small text-ui-fg-subtle">
                {t(
                  `exceptions.group.${isOrdered ? "return" : exception.group}`
                )}
              </p>
            )}
          </div>
        )
      }),
      column("details", t("common.fields.amount"), (exception) => {
        const received = moneyReceived(exception)
        const sum = "coins" in received ? received.coins : exception.refund
        const unsure = hasKey(UNSURE, received.what) && UNSURE[received.what]
        return sum
          ? coins(sum.amount, sum.currency)
          : unsure
            ? t(`exceptions.${unsure}`)
            : "—"
      }),
      column("status", t("common.fields.status"), ({ status }) => (
        <Status of="exceptions" status={status} />
      )),
      customerColumn(texts),
      column("order", t("common.fields.order"), ({ order }) =>
        order ? <OrderLink order={order} /> : "—"
      ),
      createdColumn(texts, t("exceptions.columns.age"), (at) => (
        <time dateTime={at} title={texts.dateTime(at)}>
          {texts.ago(at)}
        </time>
      )),
    ]
  },
})
