import { Button, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminException, AdminExceptionDetail } from "../../../http-types"
import type { ImbalanceReason } from "../../../ledger/imbalances"
import {
  automaticRetry,
  destinationOf,
  isUnconfirmed,
  moneyReceived,
} from "./money-received"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { problemText, remedyText } from "./kind-text"
import { isResolvable, isRest } from "./resolutions"
import { By } from "../by"
import { reasonText } from "../reason-text"
import { ResourceDrawer } from "../resource/resource-drawer"
import { AdminLink } from "../links"
import { MoneySection } from "../deposits/money"
import { DraftOrderButton } from "./draft-order"
import { ExceptionFacts } from "./exception-facts"
import { Facts } from "../section"
import { ExceptionStatusBadge } from "../resource/status-badges"
import { RESOLVE_FORM, ResolveForm } from "./resolve-form"

/**
 * The drawer of the exception in the URL: the problem, the money received, the
 * possible actions, and the resolution.
 */
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
        <ExceptionStatusBadge status={status} />
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
          <ExceptionStory exception={exception} />
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

function ExceptionStory({ exception }: { exception: AdminExceptionDetail }) {
  const { t } = useTexts()
  const text = problemText(t, exception)
  const { kind, status, payment, payment_id, deposit, refund } = exception
  const open = status === "open"
  const retry = isRest(exception) ? null : automaticRetry(exception)
  const isCaptured = deposit?.allocations.some(({ kind }) => kind === "capture")
  const todo = remedyText(t, exception)
  const imbalance =
    kind === "unbalanced" ? exception.details?.reason : undefined
  return (
    <>
      <DrawerSection
        title={t(`exceptions.sections.${open ? "happened" : "happenedThen"}`)}
      >
        {kind === "refund_due" && refund && refund.status !== "due" ? (
          <p>{t(`refunds.statusHint.${refund.status}`)}</p>
        ) : (
          text.happened && <p>{text.happened}</p>
        )}
        {imbalance && (
          <p>{t(`exceptions.imbalance.${imbalance as ImbalanceReason}`)}</p>
        )}
        {kind === "transfer_reused" && payment && (
          <p>
            {t(
              `exceptions.reused.${payment.status === "paid" ? "paid" : "unpaid"}`
            )}
          </p>
        )}
        <ExceptionLinks exception={exception} />
      </DrawerSection>
      {open && (
        <DrawerSection title={t("exceptions.sections.todo")}>
          {todo && <p>{todo}</p>}
          {(kind === "refund_due"
            ? deposit?.confirmed_at === null
            : exception.held && isUnconfirmed(exception)) &&
            destinationOf(exception) && <p>{t("exceptions.whoseCoins")}</p>}
          <DraftOrderButton exception={exception} />
          {retry && payment_id && (
            <p>
              {t(`exceptions.retried.${retry}`)}
              {retry === "proves" &&
                !isCaptured &&
                ` ${t("exceptions.retried.uncaptured")}`}
            </p>
          )}
          {kind === "refund_due" && (
            <p>
              {t("exceptions.closesItself")}
              {isResolvable(exception) && ` ${t("exceptions.orIsKept")}`}
            </p>
          )}
        </DrawerSection>
      )}
      <ExceptionFacts exception={exception} />
      {deposit && moneyReceived(exception).what !== "test" && (
        <MoneySection level="h2" deposits={[deposit]} />
      )}
      <ExceptionResolution exception={exception} />
    </>
  )
}

function DrawerSection({
  title,
  children,
}: {
  title: string
  children: ReactNode
}) {
  return (
    <section className="flex flex-col gap-y-2 px-6 py-4">
      <Heading level="h2">{title}</Heading>
      <div className="txt-small text-ui-fg-subtle flex flex-col gap-y-2">
        {children}
      </div>
    </section>
  )
}

/**
 * The merchant's resolution and note, also from before the exception was
 * reopened.
 */
function ExceptionResolution({ exception }: { exception: AdminException }) {
  const { t, dateTime } = useTexts()
  const { status, resolution, note, resolved_by, resolved_at } = exception
  const { earlier_note, earlier_resolved_by } = exception.details ?? {}
  if (status === "open" && !earlier_note) {
    return null
  }
  const isResolved = status === "resolved"
  return (
    <section aria-label={t("exceptions.sections.resolution")}>
      <Facts
        facts={[
          [
            t("exceptions.choice"),
            isResolved && resolution && t(`exceptions.chosen.${resolution}`),
          ],
          [t("exceptions.note"), isResolved && reasonText(t, note)],
          [
            t("exceptions.resolvedBy"),
            isResolved && resolved_by && <By id={resolved_by} />,
          ],
          [
            t("exceptions.resolvedAt"),
            isResolved && resolved_at && dateTime(resolved_at),
          ],
          [
            t("exceptions.earlierNote"),
            earlier_note && (
              <span className="whitespace-pre-line">{earlier_note}</span>
            ),
          ],
          [
            t("exceptions.earlierBy"),
            earlier_resolved_by && <By id={earlier_resolved_by} />,
          ],
        ]}
      />
    </section>
  )
}

function ExceptionLinks({ exception }: { exception: AdminExceptionDetail }) {
  const { t } = useTexts()
  const { deposit, webhook_event_id, details } = exception
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
      exception.kind === "never_answered" &&
      "payments?never_answered=true&returned_result=success",
    openFailed:
      exception.kind === "coin_refused" &&
      `payments?${failedPayments(details)}`,
    openRefund: refund_id && `refunds?refund=${refund_id}`,
    openWebhook: webhook_event_id && `webhooks?webhook=${webhook_event_id}`,
  }
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {(Object.keys(links) as (keyof typeof links)[]).map(
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

/** The filters of the payments that the gateway refused. */
function failedPayments(details: AdminException["details"]): string {
  const { currency, chain } = details ?? {}
  const filters = { status: "failed", currency, chain }
  return new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) =>
      value ? [[name, value]] : []
    )
  ).toString()
}
