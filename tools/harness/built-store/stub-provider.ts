import {
  AbstractPaymentProvider,
  ModuleProvider,
  Modules,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import type {
  AuthorizePaymentOutput,
  CapturePaymentOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  WebhookActionResult,
} from "@medusajs/framework/types"

type Data = { data?: Record<string, unknown> }

/**
 * The reference for comparisons: a provider without a gateway, verification or
 * storage. A webhook that names a session counts as paid.
 */
class StubProvider extends AbstractPaymentProvider {
  static override identifier = "stub"

  constructor(container: Record<string, unknown>) {
    super(container)
  }

  async initiatePayment({
    data,
  }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    return {
      id: String(data?.session_id),
      status: PaymentSessionStatus.PENDING,
      data,
    }
  }

  async authorizePayment({ data }: Data): Promise<AuthorizePaymentOutput> {
    return { data, status: PaymentSessionStatus.CAPTURED }
  }

  async capturePayment({ data }: Data): Promise<CapturePaymentOutput> {
    return { data }
  }

  async getWebhookActionAndData({
    data,
  }: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const { session_id, amount } = data
    return typeof session_id === "string"
      ? {
          action: PaymentActions.SUCCESSFUL,
          data: { session_id, amount: Number(amount) },
        }
      : { action: PaymentActions.NOT_SUPPORTED }
  }

  deletePayment = same
  cancelPayment = same
  refundPayment = same
  retrievePayment = same
  updatePayment = same
  async getPaymentStatus({ data }: Data) {
    return { data, status: PaymentSessionStatus.PENDING }
  }
}

async function same({ data }: Data): Promise<Data> {
  return { data }
}

export default ModuleProvider(Modules.PAYMENT, { services: [StubProvider] })
