import {
  runCommand,
  type Command,
  type ExitCode,
} from "../shared/command-line/run-command"
import type { Io } from "../shared/command-line/io"
import { COMMAND } from "./command"

const HELP = `${COMMAND}: tools for the Medusa plugin of the same name

Usage
  ${COMMAND} audit [options]        list money that is not accounted for
  ${COMMAND} doctor [options]       check the store in this folder
  ${COMMAND} privacy <command>      list or erase a customer's data
  ${COMMAND} receive [options]      receive webhooks while the store is down

"${COMMAND} <command> --help" lists its options.`

/** Loads only the command that runs. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  audit: async () => (await import("./audit.js")).runAudit,
  doctor: async () => (await import("./doctor.js")).runDoctor,
  privacy: async () => (await import("./privacy.js")).runPrivacy,
  receive: async () => (await import("./receive/index.js")).runReceive,
}

/** Runs a command line and returns its exit code. */
export async function runCli(args: string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined || name === "--help" || name === "-h") {
    io.out(HELP)
    return 0
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) {
    io.err(`There is no command ${name}.\nSee "${COMMAND} --help".`)
    return 2
  }
  return await runCommand(`${COMMAND} ${name}`, await load(), rest, io)
}
