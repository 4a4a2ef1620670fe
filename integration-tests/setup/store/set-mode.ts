import { waitFor } from "../../../tools/harness/wait-for"
import { databaseOf, readPayment } from "./ledger"
import type { OpenPayment } from "./open-payment"
import { stablecoinOf } from "./stablecoin"
import type { TestStore } from "./store"

/** Switches the gateway's account of an on-chain payment to another mode. */
export async function setMode(
  store: TestStore,
  { id }: OpenPayment,
  mode: "test" | "live"
): Promise<void> {
  const { account } = await readPayment(store, id)
  await databaseOf(store)("stablecoin_account")
    .where({ key: account })
    .update({ mode })
  await waitFor("the mode to be current", async () => {
    const { settings } = stablecoinOf(store)
    return (await settings.recent()).modes.onchain?.mode === mode
  })
}
