import { inOneStore } from "../../setup/in-one-store"
import groups from "./groups.json"

inOneStore(groups.apis)
