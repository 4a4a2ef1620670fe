import { toast } from "@medusajs/ui"
import type { TFunction } from "i18next"
import type {
  AdminDraftOrder,
  AdminDraftOrderResponse,
  AdminOrderReference,
} from "../../../http-types"
import { isOrderedManually } from "../../../ledger/resolving"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { AdminLink, OrderLink } from "../links"
import { apiPath } from "../resource/resources"
import { ActionButton, useAction } from "../resource/requests"
import type { FactsByLabel } from "../section"
import { causeOf, type ExceptionProps } from "./kind-text"
import { isUnconfirmed } from "./money-received"

/**
 * Creates a draft order from the cart of an exception's payment, and then names
 * the next step.
 */
export function DraftOrderButton({ exception }: ExceptionProps) {
  const { t, money } = useTexts()
  const mayUpdate = useMay("stablecoin_exception:update")
  const create = useAction<AdminDraftOrderResponse>(
    apiPath("exceptions", exception.id, "draft-order"),
    ({ draft_order }) => ({
      text: t("exceptions.draft.done", { number: draft_order?.display_id }),
    }),
    (text) => toast.error(draftRefusal(t, text), { duration: 10_000 })
  )
  const { order, draft_order, payment, details, rail } = exception
  if (!isOrderedManually(exception, rail && { rail })) {
    return null
  }
  if (draft_order) {
    const { display_id: number, total, currency_code } = draft_order
    const sum = money(total, currency_code)
    const next = draft_order.is_draft ? "next" : "nextOrder"
    return <p>{t(`exceptions.draft.${next}`, { number, sum })}</p>
  }
  const isOffered =
    mayUpdate && payment?.cart_id && !order && !details?.order_id
  return isOffered ? (
    <div className="flex flex-col items-start gap-y-2">
      <ActionButton action={create}>
        {t("exceptions.draft.create")}
      </ActionButton>
      <p>{t("exceptions.draft.hint")}</p>
      {isUnconfirmed(exception) && <p>{t("exceptions.draft.unconfirmed")}</p>}
    </div>
  ) : null
}

/** The text of a refusal: Medusa names missing stock by ids only. */
export function draftRefusal(t: TFunction<"stablecoin">, text: string): string {
  return causeOf(text) === "stock" ? t("exceptions.draft.noStock") : text
}

/**
 * The order of a payment, and the draft order that was created from its cart,
 * or the order that this has become.
 */
export function orderFacts(
  draft: AdminDraftOrder | null,
  order: AdminOrderReference | null,
  orderId: string | null = null
): FactsByLabel {
  const label = draft?.is_draft === false ? "label_order" : "label"
  const page = draft?.is_draft ? "draft-orders" : "orders"
  return {
    "common.fields.order": !(draft && draft.id === order?.id) && (
      <OrderLink order={order} orderId={orderId} />
    ),
    [`exceptions.draft.${label}`]: draft && (
      <AdminLink to={`/${page}/${draft.id}`}>#{draft.display_id}</AdminLink>
    ),
  }
}
