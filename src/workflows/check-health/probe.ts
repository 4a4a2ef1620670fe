import { randomUUID } from "node:crypto"
import { type Network, signBody } from "../../gateway"
import type { Rail } from "../../ledger"
import { SIGNATURE_HEADER } from "../../modules/stablecoin/accept-webhook"
import {
  HEALTH_PROBE_EVENT,
  HEALTH_PROBE_HEADER,
} from "../../modules/stablecoin/health-probe"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { knock, type Visit } from "./knock"

export type Probe = {
  rail: Rail
  secret: string
  url: string
  /** Written so that whoever parses it and writes it again changes its bytes. */
  isOdd: boolean
  network: Network
}

/** What was answered, and whether it was stored in this database. */
export type ProbeResult = { visit: Visit; arrived: boolean }

const PAYLOAD: Record<Rail, string> = { hosted: "payload", onchain: "data" }

/** Sends a signed webhook to an address, and takes it out of the database again. */
export async function sendProbe(
  { webhookEvents }: Pick<StablecoinModuleService, "webhookEvents">,
  { rail, secret, url, isOdd, network }: Probe
): Promise<ProbeResult> {
  const body = Buffer.from(isOdd ? oddBody(rail) : plainBody(rail))
  await webhookEvents.awaitProbe(rail, body)
  const headers = {
    "content-type": "application/json",
    [HEALTH_PROBE_HEADER]: "1",
    [SIGNATURE_HEADER[rail]]: signBody(body, secret),
  }
  const visit = await knock(url, { network, post: { headers, body } })
  return { visit, arrived: await webhookEvents.takeProbe(body) }
}

/** Odd spacing, letters beyond ASCII both raw and escaped, and numbers that can be written in other ways. */
function oddBody(rail: Rail): string {
  return `{ "event"  :"${HEALTH_PROBE_EVENT}",\r\n\t"${PAYLOAD[rail]}" : {"text": "Prüfung ✓ \\u00e9\\/", "amount":1.50 ,"large" : 1e2, "nonce":"${randomUUID()}" } }\n`
}

function plainBody(rail: Rail): string {
  return JSON.stringify({
    event: HEALTH_PROBE_EVENT,
    [PAYLOAD[rail]]: { nonce: randomUUID() },
  })
}
