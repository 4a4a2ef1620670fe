import { Button, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminException } from "../../../http-types"
import { traitsOf } from "../../../ledger/exceptions"
import type { ImbalanceReason } from "../../../ledger/imbalances"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { By } from "../by"
import { Money } from "../deposits/deposit-facts"
import { AdminLink } from "../links"
import { reasonText } from "../../lib/words"
import { ResourceDrawer } from "../resource/resource-drawer"
import { Status } from "../resource/status-badges"
import { Facts, Part } from "../section"
import { ExceptionFacts } from "./exception-facts"
import { type ExceptionProps, problemText, remedyText } from "./kind-text"
import { isUnconfirmed, moneyReceived } from "./money-received"
import { isResolvable, isRest } from "./resolutions"
import { RESOLVE_FORM, ResolveForm } from "./resolve-form"

export function ExceptionDrawer() {
  const { t } = useTexts()
  const mayResolve = useMay("stablecoin_exception:update")
  const takesResolution = (exception: AdminException) =>
    mayResolve && isResolvable(exception)
  return (
    <ResourceDrawer
      resource="exceptions"
      title={({ exception }) => problemText(t, exception).title}
      badge={({ exception: { status } }) => (
        <Status of="exceptions" status={status} />
      )}
      footer={({ exception }) =>
        takesResolution(exception) && (
          <Button size="small" type="submit" form={RESOLVE_FORM}>
            {t("exceptions.resolve.submit")}
          </Button>
        )
      }
    >
      {({ exception }) => (
        <>
          <Happened exception={exception} />
          {exception.status === "open" && <ToDo exception={exception} />}
          <ExceptionFacts exception={exception} />
          {exception.deposit && moneyReceived(exception).what !== "test" && (
            <Part title={t("deposits.money")}>
              <Money deposits={[exception.deposit]} />
            </Part>
          )}
          <ExceptionResolution exception={exception} />
          {takesResolution(exception) && (
            // A reopened exception gets a new form.
            <ResolveForm
              key={`${exception.id}:${exception.updated_at}`}
              exception={exception}
            />
          )}
        </>
      )}
    </ResourceDrawer>
  )
}

function Story({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-y-2 px-6 py-4">
      <Heading level="h2">{title}</Heading>
      <div className="txt-small text-ui-fg-subtle flex flex-col gap-y-2">
        {children}
      </div>
    </section>
  )
}

function Happened({ exception }: ExceptionProps) {
  const { t } = useTexts()
  const { kind, status, refund, details } = exception
  const title = status === "open" ? "happened" : "happenedThen"
  const isEnded = kind === "refund_due" && refund && refund.status !== "due"
  return (
    <Story title={t(`exceptions.sections.${title}`)}>
      <p>
        {isEnded
          ? t(`refunds.statusHint.${refund.status}`)
          : problemText(t, exception).happened}
      </p>
      {kind === "unbalanced" && details?.reason && (
        <p>{t(`exceptions.imbalance.${details.reason as ImbalanceReason}`)}</p>
      )}
      <ExceptionLinks exception={exception} />
    </Story>
  )
}

/** The next step of the merchant, and that of the plugin. */
function ToDo({ exception }: ExceptionProps) {
  const { t } = useTexts()
  const { kind, payment_id, payment, deposit, held } = exception
  const isRefundDue = kind === "refund_due"
  const isUnsure = isRefundDue
    ? deposit?.confirmed_at === null
    : held && isUnconfirmed(exception)
  // The gateway's own page names none.
  const address = deposit?.destination_address ?? payment?.destination_address
  const { isRetried, money } = traitsOf(exception)
  const isProved = money === "unproven"
  const isCaptured = deposit?.allocations.some(({ kind }) => kind === "capture")
  return (
    <Story title={t("exceptions.sections.todo")}>
      <p>{remedyText(t, exception)}</p>
      {isUnsure && address && <p>{t("exceptions.whoseCoins")}</p>}
      {isRetried && payment_id && !isRest(exception) && (
        <p>
          {t(`exceptions.retried.${isProved ? "proves" : "settles"}`)}{" "}
          {isProved && !isCaptured && t("exceptions.retried.uncaptured")}
        </p>
      )}
      {isRefundDue && (
        <p>
          {t("exceptions.closesItself")}{" "}
          {isResolvable(exception) && t("exceptions.orIsKept")}
        </p>
      )}
    </Story>
  )
}

/**
 * The merchant's resolution and note, also from before the exception was
 * reopened.
 */
function ExceptionResolution({ exception }: { exception: AdminException }) {
  const { t, dateTime } = useTexts()
  const { earlier_note, earlier_resolved_by } = exception.details ?? {}
  const resolved = exception.status === "resolved" ? exception : null
  const { resolution, note, resolved_by, resolved_at } = resolved ?? {}
  if (!resolved && !earlier_note) {
    return null
  }
  return (
    <section aria-label={t("exceptions.sections.resolution")}>
      <Facts
        facts={{
          "exceptions.choice":
            resolution && t(`exceptions.chosen.${resolution}`),
          "exceptions.note": note && reasonText(t, note),
          "exceptions.resolvedBy": resolved_by && <By id={resolved_by} />,
          "exceptions.resolvedAt": resolved_at && dateTime(resolved_at),
          "exceptions.earlierNote": earlier_note && (
            <span className="whitespace-pre-line">{earlier_note}</span>
          ),
          "exceptions.earlierBy": earlier_resolved_by && (
            <By id={earlier_resolved_by} />
          ),
        }}
      />
    </section>
  )
}

function ExceptionLinks({ exception }: ExceptionProps) {
  const { t } = useTexts()
  const { kind, deposit, webhook_event_id, details } = exception
  // Money may have been assigned to a payment.
  const payment_id = exception.payment_id ?? deposit?.payment_id
  const { other_payment_id } = details ?? {}
  const opened =
    exception.resolution === "refund" &&
    deposit?.allocations.findLast(({ kind }) => kind === "refund")
  const refund_id = opened ? opened.refund_id : details?.refund_id
  const links = {
    openPayment: payment_id && `payments/${payment_id}`,
    openOtherPayment: other_payment_id && `payments/${other_payment_id}`,
    openPayments:
      kind === "never_answered" &&
      "payments?never_answered=true&returned_result=success",
    openRefund: refund_id && `refunds?refund=${refund_id}`,
    openWebhook: webhook_event_id && `webhooks?webhook=${webhook_event_id}`,
  }
  const names = Object.keys(links) as (keyof typeof links)[]
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {names.map(
        (name) =>
          links[name] && (
            <AdminLink key={name} to={`/stablecoin/${links[name]}`}>
              {t(`exceptions.${name}`)}
            </AdminLink>
          )
      )}
    </div>
  )
}
