import { Aggregate } from "../aggregate"
import { awaitProbe, noteProbe, takeProbe } from "./probes"

/** Webhooks that a health check sends to this store. */
export class ProbeRepository extends Aggregate {
  readonly await = this.bind(awaitProbe)
  readonly note = this.bind(noteProbe)
  readonly take = this.bind(takeProbe)
}
