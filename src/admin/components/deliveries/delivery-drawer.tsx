import { ArrowPath } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminDeliveryResponse } from "../../../http-types"
import { useDelivery, useReplayDelivery } from "../../lib/deliveries"
import { useMay } from "../../lib/permissions"
import { useDrawerParam } from "../../lib/use-drawer-param"
import { useFormat } from "../../lib/use-format"
import { CodeText } from "../code-text"
import { DeskDrawer } from "../desk-drawer"
import { PaymentLink } from "../payment-link"
import { Row, Rows } from "../section"
import { DeliveryStatusBadge } from "../status-badges"
import { Payload } from "./payload"

type Delivery = AdminDeliveryResponse["delivery"]

/** The delivery that the address names: what it said, what came of it, and a way to process it again. */
export function DeliveryDrawer() {
  const { t } = useTranslation("stablecoin")
  const drawer = useDrawerParam("delivery")
  const query = useDelivery(drawer.id)
  const delivery = query.data?.delivery
  const mayReplay = useMay("stablecoin_webhook:update")
  return (
    <DeskDrawer
      open={drawer.id !== null}
      onClose={drawer.close}
      title={
        delivery ? (
          <span className="break-all font-mono">{delivery.event}</span>
        ) : (
          t("deliveries.title")
        )
      }
      badge={delivery && <DeliveryStatusBadge status={delivery.status} />}
      query={query}
      footer={
        mayReplay && delivery?.body != null && <Replay delivery={delivery} />
      }
    >
      {delivery && (
        <div className="divide-y">
          <p className="txt-small text-ui-fg-subtle px-6 py-4">
            {t(`deliveries.statusHint.${delivery.status}`)}
          </p>
          <DeliveryRows delivery={delivery} />
          {delivery.body === null ? (
            <p className="txt-small text-ui-fg-subtle px-6 py-4">
              {t("deliveries.bodyErased")}
            </p>
          ) : (
            <Payload key={delivery.id} body={delivery.body} />
          )}
        </div>
      )}
    </DeskDrawer>
  )
}

function DeliveryRows({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation("stablecoin")
  const { dateTime, count } = useFormat()
  const { payment_id, next_attempt_at, error } = delivery
  return (
    <Rows>
      {error && <Row label={t("deliveries.fields.error")}>{error}</Row>}
      <Row label={t("common.fields.rail")}>
        {t(`common.rail.${delivery.rail}`)}
      </Row>
      <Row label={t("deliveries.fields.received")}>
        {dateTime(delivery.created_at)}
      </Row>
      <Row label={t("common.fields.payment")}>
        {payment_id ? (
          <PaymentLink id={payment_id}>
            {t("exceptions.openPayment")}
          </PaymentLink>
        ) : undefined}
      </Row>
      <Row label={t("deliveries.fields.attempts")}>
        {count(delivery.attempts)}
      </Row>
      {next_attempt_at && (
        <Row label={t("deliveries.fields.nextAttempt")}>
          {dateTime(next_attempt_at)}
        </Row>
      )}
      <Row label={t("common.fields.id")}>
        <CodeText text={delivery.id} what={t("common.fields.id")} />
      </Row>
      <Row label={t("deliveries.fields.digest")}>
        <CodeText text={delivery.digest} what={t("deliveries.fields.digest")} />
      </Row>
    </Rows>
  )
}

function Replay({ delivery: { id } }: { delivery: Delivery }) {
  const { t } = useTranslation("stablecoin")
  const replay = useReplayDelivery(id)
  return (
    <>
      <p
        id="stablecoin-replay-hint"
        className="txt-small text-ui-fg-subtle mr-auto pr-4"
      >
        {t("deliveries.replay.hint")}
      </p>
      <Button
        size="small"
        variant="secondary"
        className="shrink-0"
        aria-describedby="stablecoin-replay-hint"
        isLoading={replay.isPending}
        onClick={() => replay.mutate(undefined)}
      >
        <ArrowPath />
        {t("deliveries.replay.action")}
      </Button>
    </>
  )
}
