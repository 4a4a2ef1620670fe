import { COMMAND } from "./command"

export const HELP = `${COMMAND}: tools for the Medusa plugin of the same name

Usage
  ${COMMAND} doctor [options]       check the store in this folder
  ${COMMAND} sandbox [options]      start a stablecoin gateway on this machine
  ${COMMAND} sandbox <command>      drive a running one

"${COMMAND} doctor --help" and "${COMMAND} sandbox --help" tell all options.`
