import { SandboxError } from "../sandbox-error"
import type { Transfer } from "./transaction"
import { fromBaseUnits } from "./units"

/**
 * Moves the coins of all transfers, or of none.
 *
 * @throws SandboxError 409 if a sender's balance is too low
 */
export function applyAll(transfers: readonly Transfer[], chain: string): void {
  const done: Transfer[] = []
  try {
    for (const transfer of transfers) {
      assertHeld(transfer, chain)
      apply(transfer)
      done.push(transfer)
    }
  } catch (error) {
    undoAll(done)
    throw error
  }
}

/** Moves the coins of transfers back. */
export function undoAll(transfers: readonly Transfer[]): void {
  for (const transfer of transfers) {
    apply({ ...transfer, units: -transfer.units })
  }
}

function assertHeld(
  { token, from, units, kind }: Transfer,
  chain: string
): void {
  const { currency, decimals, balances } = token
  const held = balances.get(from) ?? 0n
  if (kind === "move" && held < units) {
    const has = fromBaseUnits(held, decimals)
    const needs = fromBaseUnits(units, decimals)
    throw new SandboxError(
      `${from} holds ${has} ${currency} on ${chain}, not ${needs}. Give it coins with the faucet first.`,
      409
    )
  }
}

function apply({ token, from, to, units, kind }: Transfer): void {
  if (kind === "move") {
    change(token.balances, from, -units)
  }
  if (kind !== "log") {
    change(token.balances, to, units)
  }
}

function change(
  balances: Map<string, bigint>,
  address: string,
  units: bigint
): void {
  balances.set(address, (balances.get(address) ?? 0n) + units)
}
