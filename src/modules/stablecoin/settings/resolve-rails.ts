import { chainsOf } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { credentialsOf } from "../accounts/account"
import type { EffectiveAccount } from "../accounts/effective-accounts"
import { hostedSchema, onchainSchema } from "./options"
import { missing, type Resolved, undecryptable, wrong } from "./resolved"
import type { HostedSettings, OnchainSettings } from "./settings"

/** Resolves the options of the hosted rail, and its account. */
export function resolveHosted(
  written: unknown,
  { account, source, problem }: EffectiveAccount
): Resolved<HostedSettings> {
  const options = hostedSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error, "hosted")
  }
  const credentials = credentialsOf(account)
  if (problem || !credentials) {
    return problem
      ? undecryptable("hosted", problem)
      : missing(absent("hosted", options.data), source)
  }
  return { ok: true, value: { rail: "hosted", ...credentials } }
}

/** Resolves the options of the onchain rail, and its account. */
export function resolveOnchain(
  written: unknown,
  { account, source, problem }: EffectiveAccount
): Resolved<OnchainSettings> {
  const options = onchainSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error, "onchain")
  }
  const { chains, defaultChain = chainsOf(chains)[0] } = options.data
  const credentials = credentialsOf(account)
  const { webhookSecrets } = account ?? options.data
  const isSigned = webhookSecrets.some(
    ({ replaced_at }) => replaced_at === null
  )
  if (problem || !credentials || !isSigned || !defaultChain) {
    const needed = { ...options.data, webhookSecrets: isSigned || undefined }
    return problem
      ? undecryptable("onchain", problem)
      : missing(absent("onchain", needed), source)
  }
  return {
    ok: true,
    value: { rail: "onchain", ...credentials, chains, defaultChain },
  }
}

const NEEDED = {
  hosted: ["baseUrl", "clientId", "clientSecret"],
  onchain: ["baseUrl", "clientId", "clientSecret", "webhookSecrets"],
} as const satisfies Record<Rail, readonly string[]>

/** The needed options of a rail that have no value. */
function absent(rail: Rail, options: Record<string, unknown>): string[] {
  return NEEDED[rail]
    .filter((name) => !options[name])
    .map((name) => `${rail}.${name}`)
}
