import { ArrowPath } from "@medusajs/icons"
import { Heading } from "@medusajs/ui"
import type * as Api from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { codeOf } from "../code-text"
import { CopyButton } from "../copy"
import { ResourceDrawer } from "../resource/resource-drawer"
import { OpenPayment } from "../links"
import { Facts, Note } from "../section"
import { Status } from "../resource/status-badges"
import { apiPath } from "../resource/resources"
import { ActionButton, useAction } from "../resource/requests"

type WebhookEvent = Api.AdminWebhookEventResponse["webhook"]

export function WebhookDrawer() {
  const { t } = useTexts()
  const mayReplay = useMay("stablecoin_webhook:update")
  return (
    <ResourceDrawer
      resource="webhooks"
      title={({ webhook }) => (
        <span className="break-all font-mono">{webhook.event}</span>
      )}
      badge={({ webhook }) => <Status of="webhooks" status={webhook.status} />}
      footer={({ webhook }) =>
        mayReplay && webhook.body !== null && <Replay webhook={webhook} />
      }
    >
      {({ webhook }) => (
        <>
          <Note>{t(`webhooks.statusHint.${webhook.status}`)}</Note>
          <WebhookRows webhook={webhook} />
          {webhook.body === null ? (
            <Note>{t("webhooks.bodyErased")}</Note>
          ) : (
            <Payload key={webhook.id} body={webhook.body} />
          )}
        </>
      )}
    </ResourceDrawer>
  )
}

function WebhookRows({ webhook }: { webhook: WebhookEvent }) {
  const { t, dateTime, count } = useTexts()
  const { payment_id, next_attempt_at, error } = webhook
  return (
    <Facts
      facts={{
        "webhooks.fields.error": error,
        "common.fields.rail": t(`common.rail.${webhook.rail}`),
        "webhooks.fields.received": dateTime(webhook.created_at),
        "common.fields.payment": <OpenPayment id={payment_id} />,
        "webhooks.fields.attempts": count(webhook.attempts),
        "webhooks.fields.nextAttempt":
          next_attempt_at && dateTime(next_attempt_at),
        "common.fields.id": codeOf(webhook.id),
        "webhooks.fields.digest": codeOf(webhook.digest),
      }}
    />
  )
}

/** A webhook's body, laid out to be read, and copied exactly as signed. */
function Payload({ body }: { body: string }) {
  const { t } = useTexts()
  const what = t("webhooks.payload")
  return (
    <section className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex items-center gap-x-1">
        <Heading level="h2">{what}</Heading>
        <CopyButton text={body} what={what} />
      </div>
      {/* A scrollable element must be reachable by keyboard. */}
      <pre
        tabIndex={0}
        aria-label={what}
        className="bg-ui-bg-subtle txt-compact-small text-ui-fg-base focus-visible:shadow-borders-focus max-h-96 overflow-auto whitespace-pre-wrap break-all rounded-md border p-3 font-mono outline-none"
      >
        {prettyOf(body)}
      </pre>
    </section>
  )
}

/**
 * A JSON text over several lines. One that JavaScript would write differently,
 * such as the number 10.50, stays as it was signed.
 */
function prettyOf(json: string): string {
  const value: unknown = JSON.parse(json)
  return JSON.stringify(value) === json ? JSON.stringify(value, null, 2) : json
}

/** Processes a webhook again. Effects that already happened are not repeated. */
function Replay({ webhook: { id } }: { webhook: WebhookEvent }) {
  const { t } = useTexts()
  const replay = useAction<{ webhook: Api.AdminWebhookEvent }>(
    apiPath("webhooks", id, "replay"),
    ({ webhook }) => {
      const text = t("webhooks.replay.done", {
        status: t(`webhooks.status.${webhook.status}`),
      })
      const ended = ["processed", "ignored"].includes(webhook.status)
      return ended ? { text } : { kind: "warning", text }
    }
  )
  return (
    <>
      <p
        id="stablecoin-replay-hint"
        className="txt-small text-ui-fg-subtle mr-auto pr-4"
      >
        {t("webhooks.replay.hint")}
      </p>
      <ActionButton
        action={replay}
        className="shrink-0"
        aria-describedby="stablecoin-replay-hint"
      >
        <ArrowPath />
        {t("webhooks.replay.action")}
      </ActionButton>
    </>
  )
}
