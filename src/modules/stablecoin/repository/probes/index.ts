export {
  awaitProbe as await,
  noteProbe as note,
  takeProbe as take,
} from "./probes"
