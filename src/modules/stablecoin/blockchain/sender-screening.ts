import { chainSchema } from "../../../gateway"
import type { Payment, Screening } from "../../../ledger"
import type { AdminSettings } from "../settings/admin-settings"
import { blockchainSettings } from "./blockchain-settings"
import type { ChainClients } from "./chain-clients"

type SenderScreeningParts = {
  settings: Pick<AdminSettings, "recent">
  clients: ChainClients
}

/** Compares senders with sanctions lists. */
export class SenderScreening {
  constructor(private readonly parts: SenderScreeningParts) {}

  /**
   * Compares the sender of a payment with its network's sanctions oracle.
   *
   * @throws when it can't be read, which clears nothing
   */
  async screen({ chain: code, proof }: Payment): Promise<Screening> {
    const { data: chain } = chainSchema.safeParse(code)
    const settings = await blockchainSettings(this.parts.settings)
    const reader =
      chain && settings && (await this.parts.clients.reader(chain, settings))
    const { screenSenders } =
      await import("../../../blockchain/screen-senders.js")
    const sender = proof?.sender
    const result =
      reader && sender
        ? (await screenSenders(reader, [sender])).get(sender)
        : undefined
    if (!result || result === "unknown") {
      throw new Error(
        `the sanctions oracle on ${code} could not be read for its sender`
      )
    }
    return result
  }
}
