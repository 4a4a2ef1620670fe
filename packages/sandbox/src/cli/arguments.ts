import type { z } from "zod"
import { UsageError } from "../../../../src/shared/command-line/io"
import { parse } from "../parse"
import { SandboxError } from "../sandbox-error"

/** A parsed command line. `--tx-hash 0x…` is the field `txHash`. */
export type Arguments = {
  operands: string[]
  /** Values are JSON, or else text. An option without one is true. */
  fields: Record<string, unknown>
}

/** Parses `name --field value --field=value --switch --no-switch`. */
export function argumentsOf(args: readonly string[]): Arguments {
  const operands: string[] = []
  const fields: Record<string, unknown> = {}
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    const [, no, name, value] = /^--(no-)?([\w-]+)(?:=(.*))?$/s.exec(arg) ?? []
    if (name === undefined) {
      operands.push(arg)
      continue
    }
    const next = args[at + 1]
    const isAlone = value === undefined && (!next || next.startsWith("--"))
    if (no || isAlone) {
      fields[fieldOf(name)] = !no
    } else {
      fields[fieldOf(name)] = jsonOrText(value ?? next!)
      at += value === undefined ? 1 : 0
    }
  }
  return { operands, fields }
}

/** The option of a field: `txHash` is `--tx-hash`. */
export function optionOf(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function fieldOf(option: string): string {
  return option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** `9.99` is a number, `A-1` a text. */
function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** @throws UsageError that names each wrong or missing field */
export function asCommand<T>(schema: z.ZodType<T>, input: object): T {
  try {
    return parse(schema, input, "The command")
  } catch (error) {
    throw error instanceof SandboxError ? new UsageError(error.message) : error
  }
}
