import { z } from "zod"
import { parse, strict } from "./parse"
import { applyRules, DEFAULT_RULES, rulesChangeSchema } from "./rules"

const port = z.number().int().min(0).max(65535).default(0)
const url = z.url({ protocol: /^https?$/ }).optional()
const secret = z.string().min(1)
const hosted = { clientId: secret, clientSecret: secret }

export const optionsSchema = strict({
  /** Address that both APIs listen on. Default 127.0.0.1. */
  host: z.string().min(1).default("127.0.0.1"),
  /**
   * Address that the control listens on. Default 127.0.0.1, independent of
   * `host`.
   */
  controlHost: z.string().min(1).default("127.0.0.1"),
  /** Default 0: a free port. */
  ports: strict({
    merchant: port,
    business: port,
    control: port,
    rpc: port,
    rates: port,
  }).prefault({}),
  /**
   * Kind of the credentials: "sandbox" (`test_…`) or "live", which are served
   * on this machine only. Default "sandbox".
   */
  mode: z.enum(["sandbox", "live"]).default("sandbox"),
  /** Lifetime of an access token in seconds, more than 0. Default 3600. */
  tokenTtl: z.number().positive().default(3600),
  ...rulesChangeSchema.shape,
  /** {base_url} and {business_url} in responses, behind a proxy or tunnel. */
  publicUrls: strict({ merchant: url, business: url }).default({}),
  /** Display name of the business. Default "Sandbox Store". */
  merchantName: z.string().default("Sandbox Store"),
  /**
   * Fixed credentials instead of random ones. A client id's `test_` prefix
   * decides its mode.
   */
  seedSecrets: strict({
    hosted: strict(hosted).optional(),
    onchain: strict({ ...hosted, webhookSecret: secret }).optional(),
  }).default({}),
  /** Webhook retries after the first attempt. Default 3. */
  webhookRetries: z.number().int().nonnegative().default(3),
  /** Wait before the first retry in ms, doubled each time. Default 250. */
  webhookBackoffMs: z.number().nonnegative().default(250),
  /** Timeout of a receiver in ms. Default 10000. */
  webhookTimeoutMs: z.number().positive().default(10_000),
  /**
   * Blocks behind the networks' heads that are not final. Default 0: every
   * block is final at once.
   */
  finality: z.number().int().nonnegative().default(0),
  /** Receives one line per call and per webhook. */
  log: z
    .custom<(line: string) => void>((value) => typeof value === "function")
    .optional(),
})

/** Options of a sandbox. All are optional. */
export type SandboxOptions = z.input<typeof optionsSchema>

export type Settings = ReturnType<typeof resolveOptions>

/**
 * Validates the options and applies defaults.
 *
 * @throws SandboxError 422 for a name or value that does not exist
 */
export function resolveOptions(options: SandboxOptions) {
  const settings = parse(optionsSchema, options, "An option of the sandbox")
  const rules = Object.fromEntries(
    Object.entries(settings).filter(([name]) => name in rulesChangeSchema.shape)
  )
  return { ...settings, rules: applyRules(DEFAULT_RULES, rules) }
}
