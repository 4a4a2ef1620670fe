import type { AdminRefund } from "../../../http-types"

/** Names the network's answer about a refund's transfer; null without one. */
export function refundAnswer({
  proof_status,
  proof,
}: Pick<AdminRefund, "proof_status" | "proof">) {
  return proof_status === "contradicted"
    ? (proof?.reason ?? "no_transfer")
    : proof_status
}
