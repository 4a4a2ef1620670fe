import { UsageError } from "../io"
import { type Command, get, numberOf, post, type Values } from "./call"

/** Commands that control the chains. */
export const CHAIN_COMMANDS: Record<string, Command> = {
  chains: () => get("/chain"),
  transfer: (_, values) =>
    post("/transfers", {
      ...required(values, ["chain", "currency", "to", "amount"]),
      from: values.from,
      fail: values.fail,
    }),
  mine: (_, values) =>
    post("/chain/mine", {
      ...required(values, ["chain"]),
      blocks: numberOf(values, "blocks"),
    }),
  reorg: (_, values) =>
    post("/chain/reorg", {
      ...required(values, ["chain"]),
      depth: numberOf(values, "depth"),
      keep: values.keep,
    }),
  finality: (_, values) => {
    const { chain } = required(values, ["chain", "depth"])
    return post("/chain/finality", { chain, depth: numberOf(values, "depth") })
  },
}

type Name = "chain" | "currency" | "to" | "amount" | "depth"

/** @throws UsageError that names the missing options */
function required(
  values: Values,
  names: readonly Name[]
): Partial<Record<Name, string>> {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length) {
    const options = missing.map((name) => `--${name}`).join(", ")
    throw new UsageError(`This command needs ${options}.`)
  }
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
