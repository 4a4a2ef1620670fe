import { Button, Text } from "@medusajs/ui"
import type { AdminOrderPanelResponse } from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { useAction } from "../resource/use-row-action"

type OrderDueProps = {
  order: { id: string }
  due: NonNullable<AdminOrderPanelResponse["due"]>
}

/**
 * States what an order still asks for. The button creates Medusa's payment
 * collection for it, whose link Medusa's own summary then offers.
 */
export function OrderDue({ order, due }: OrderDueProps) {
  const { t, money } = useTexts()
  const mayAsk = useMay("payment_collection:create")
  const ask = useAction<unknown, object>("/admin/payment-collections", () => ({
    text: t("orderPanel.due.done"),
  }))
  return (
    <div className="flex flex-col items-start gap-y-2 px-6 py-4">
      <Text size="small">
        {t("orderPanel.due.text", { sum: money(due.amount, due.currency) })}
      </Text>
      {mayAsk && (
        <Button
          size="small"
          variant="secondary"
          isLoading={ask.isPending}
          onClick={() =>
            ask.mutate({ order_id: order.id, amount: Number(due.amount) })
          }
        >
          {t("orderPanel.due.create")}
        </Button>
      )}
    </div>
  )
}
