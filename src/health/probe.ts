import { randomUUID } from "node:crypto"
import { type AddressScope, SIGNATURE_HEADER, signBody } from "../gateway"
import type { Rail } from "../ledger"
import {
  HEALTH_PROBE_EVENT,
  HEALTH_PROBE_HEADER,
} from "../modules/stablecoin/service"
import type StablecoinModuleService from "../modules/stablecoin/service"
import { request, type ProbeResponse } from "./request"

export type Probe = {
  rail: Rail
  secret: string
  url: string
  /** Whether parsing and serializing the body changes its bytes. */
  isOdd: boolean
  addressScope: AddressScope
}

/** The response, and whether the webhook was stored in this database. */
export type ProbeResult = { response: ProbeResponse; arrived: boolean }

const PAYLOAD: Record<Rail, string> = { hosted: "payload", onchain: "data" }

/** Sends a signed webhook to an address, and removes it from the database. */
export async function sendProbe(
  { repository }: Pick<StablecoinModuleService, "repository">,
  { rail, secret, url, isOdd, addressScope }: Probe
): Promise<ProbeResult> {
  const body = Buffer.from(isOdd ? oddBody(rail) : plainBody(rail))
  await repository.probes.await({ rail, body })
  const headers = {
    "content-type": "application/json",
    [HEALTH_PROBE_HEADER]: "1",
    [SIGNATURE_HEADER[rail]]: signBody(body, secret),
  }
  const response = await request(url, { addressScope, post: { headers, body } })
  return { response, arrived: await repository.probes.take(body) }
}

/**
 * Builds JSON with odd spacing, raw and escaped non-ASCII letters, and numbers
 * that have several notations.
 */
function oddBody(rail: Rail): string {
  return `{ "event"  :"${HEALTH_PROBE_EVENT}",\r\n\t"${PAYLOAD[rail]}" : {"text": "Prüfung ✓ \\u00e9\\/", "amount":1.50 ,"large" : 1e2, "nonce":"${randomUUID()}" } }\n`
}

function plainBody(rail: Rail): string {
  return JSON.stringify({
    event: HEALTH_PROBE_EVENT,
    [PAYLOAD[rail]]: { nonce: randomUUID() },
  })
}
