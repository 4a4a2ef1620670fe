import type { MedusaContainer } from "@medusajs/framework/types"
import { readChainsWorkflow } from "../workflows/read-chains"

/** Reads the chains that have an endpoint, in any number of processes. */
export default async function readChainsJob(
  container: MedusaContainer
): Promise<void> {
  await readChainsWorkflow(container).run({ input: {} })
}

export const config = {
  name: "read-stablecoin-chains",
  schedule: "* * * * *",
}
